/* SPDX-License-Identifier: GPL-2.0-only */
	.text
	.globl	call_rwsem_wake
call_rwsem_wake:
	ret
	.section .note.GNU-stack,"",@progbits
