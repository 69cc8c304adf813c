/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * From the fast paths in asm/rwsem.h, which are inline assembly, to the slow
 * paths in kernel/locking/rwsem-xadd.c, which are C.
 *
 * In, and out	%eax/%rax	the semaphore; from the killable ones possibly
 *				an error instead
 * In		%edx/%rdx	call_rwsem_wake: the count before the release
 *
 * All other registers come back as they were, but for %edx/%rdx where the
 * inline assembly has it as an output: after call_rwsem_wake and
 * call_rwsem_down_write_failed*.
 */

#include <linux/linkage.h>
#include <asm/asm.h>
#include <asm/frame.h>

/* the half of a register that holds the half of the count with the active ones */
#define __ASM_HALF_REG(reg)	__ASM_SEL(reg, e##reg)
#define __ASM_HALF_SIZE(inst)	__ASM_SEL(inst##w, inst##l)

#ifdef CONFIG_X86_32

/*
 * C takes its first argument in %eax and may change %eax, %edx and %ecx.
 */
	.macro save_common_regs
	pushl	%ecx
	.endm

	.macro restore_common_regs
	popl	%ecx
	.endm

	.macro sem_to_first_arg
	.endm

#else

/*
 * C takes its first argument in %rdi, and may change that and another eight.
 */
	.macro save_common_regs
	pushq	%rdi
	pushq	%rsi
	pushq	%rcx
	pushq	%r8
	pushq	%r9
	pushq	%r10
	pushq	%r11
	.endm

	.macro restore_common_regs
	popq	%r11
	popq	%r10
	popq	%r9
	popq	%r8
	popq	%rcx
	popq	%rsi
	popq	%rdi
	.endm

	.macro sem_to_first_arg
	movq	%rax, %rdi
	.endm

#endif

SYM_FUNC_START(call_rwsem_down_read_failed)
	FRAME_BEGIN
	save_common_regs
	push	%_ASM_DX
	sem_to_first_arg
	call	rwsem_down_read_failed
	pop	%_ASM_DX
	restore_common_regs
	FRAME_END
	RET
SYM_FUNC_END(call_rwsem_down_read_failed)

SYM_FUNC_START(call_rwsem_down_read_failed_killable)
	FRAME_BEGIN
	save_common_regs
	push	%_ASM_DX
	sem_to_first_arg
	call	rwsem_down_read_failed_killable
	pop	%_ASM_DX
	restore_common_regs
	FRAME_END
	RET
SYM_FUNC_END(call_rwsem_down_read_failed_killable)

SYM_FUNC_START(call_rwsem_down_write_failed)
	FRAME_BEGIN
	save_common_regs
	sem_to_first_arg
	call	rwsem_down_write_failed
	restore_common_regs
	FRAME_END
	RET
SYM_FUNC_END(call_rwsem_down_write_failed)

SYM_FUNC_START(call_rwsem_down_write_failed_killable)
	FRAME_BEGIN
	save_common_regs
	sem_to_first_arg
	call	rwsem_down_write_failed_killable
	restore_common_regs
	FRAME_END
	RET
SYM_FUNC_END(call_rwsem_down_write_failed_killable)

SYM_FUNC_START(call_rwsem_wake)
	FRAME_BEGIN
	/* one less than before: if some are left, the last of them wakes */
	__ASM_HALF_SIZE(dec)	%__ASM_HALF_REG(dx)
	jnz	1f
	save_common_regs
	sem_to_first_arg
	call	rwsem_wake
	restore_common_regs
1:	FRAME_END
	RET
SYM_FUNC_END(call_rwsem_wake)

SYM_FUNC_START(call_rwsem_downgrade_wake)
	FRAME_BEGIN
	save_common_regs
	push	%_ASM_DX
	sem_to_first_arg
	call	rwsem_downgrade_wake
	pop	%_ASM_DX
	restore_common_regs
	FRAME_END
	RET
SYM_FUNC_END(call_rwsem_downgrade_wake)
