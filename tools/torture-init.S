/* SPDX-License-Identifier: GPL-2.0-only */
/* process 1 of a kernel under torture: says that it is there, and sleeps */
	.globl _start
	.text
_start:
#ifdef __x86_64__
	mov	$1, %eax		/* write */
	mov	$1, %edi
	lea	text(%rip), %rsi
	mov	$end - text, %edx
	syscall
0:	mov	$34, %eax		/* pause */
	syscall
#else
	mov	$4, %eax		/* write */
	mov	$1, %ebx
	mov	$text, %ecx
	mov	$end - text, %edx
	int	$0x80
0:	mov	$29, %eax		/* pause */
	int	$0x80
#endif
	jmp	0b

	.section .rodata
text:	.ascii	"respin: user space is there\n"
end:
	.section .note.GNU-stack, "", @progbits
