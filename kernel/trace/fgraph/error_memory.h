/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _KERNEL_TRACE_FGRAPH_ERROR_MEMORY_H
#define _KERNEL_TRACE_FGRAPH_ERROR_MEMORY_H

#include <linux/err.h>
#include <linux/types.h>

/**
 * enum fgraph_cause - why a function is named as the cause of an error
 * @FGRAPH_CAUSE_NONE: there is no cause
 * @FGRAPH_CAUSE_ERROR: it returned another error before
 * @FGRAPH_CAUSE_NULL: it returned NULL. Only a likely cause: it is unknown whether the
 *	caller tested the value
 * @FGRAPH_CAUSE_FALSE: it returned false. Also only a likely cause
 * @FGRAPH_CAUSE_HIDDEN: it returned an error, and a caller of it returned NULL or false
 *	in place of the error
 * @FGRAPH_CAUSE_SAME: it has to do with the same errno. Only a likely cause: the errno was
 *	not handed up by return values alone
 */
enum fgraph_cause {
	FGRAPH_CAUSE_NONE,
	FGRAPH_CAUSE_ERROR,
	FGRAPH_CAUSE_NULL,
	FGRAPH_CAUSE_FALSE,
	FGRAPH_CAUSE_HIDDEN,
	FGRAPH_CAUSE_SAME,
};

/* In place of an errno: NULL of a function that returns a pointer, if NULL is selected */
#define FGRAPH_NULL	(MAX_ERRNO + 1)

/**
 * struct fgraph_origin - an error, its origin and its cause
 * @func: key of the function that made the error, see fgraph_key()
 * @cause: key of the function whose failure led to the error, or 0. If there is no cause,
 *	an element of struct fgraph_errors holds here the key of the place where @func, or
 *	the function that handed the error up, was called
 * @error: the errno, or FGRAPH_NULL. 0 is no error
 * @cause_error: the errno that @cause returned, or 0
 * @why: one of enum fgraph_cause
 * @guessed: for some function, it is unknown whether its type can be an error, or several
 *	functions returned the same errno in turn
 * @recursive: the function that returns is @func, but an inner call of @func made the error
 * @handled: a function that got the error has succeeded. The error is only a possible cause
 * @again: another function returned the same errno before
 */
struct fgraph_origin {
	u32 func;
	u32 cause;
	u16 error : 13;
	u16 recursive : 1;
	u16 handled : 1;
	u16 again : 1;
	u16 cause_error : 12;
	u16 why : 3;
	u16 guessed : 1;
};

/* Errors kept for a frame. In replayed traces, two give the same origins as any number */
#define FGRAPH_ERRORS	2

/**
 * struct fgraph_errors - errors that the callees of one frame returned, in an error slot
 * @errors: the newest errors, with different errnos, the newest one first. Handled errors
 *	come after the others, and FGRAPH_NULL comes last
 * @cause: key of a callee that returned NULL or false, or of the function whose error the
 *	callee hides by that
 * @cause_why: one of enum fgraph_cause
 * @cause_error: the errno that @cause returned, or 0
 * @idx: index of the ops that traced the callees
 * @next: number of the next slot of the frame, or 0, see error_origin.c
 */
struct fgraph_errors {
	struct fgraph_origin errors[FGRAPH_ERRORS];
	u32 cause;
	u16 cause_why : 4;
	u16 cause_error : 12;
	u8 idx;
	u8 next;
};

bool fgraph_is_same_error(u16 one, u16 other);
struct fgraph_origin fgraph_errors_add(struct fgraph_errors *errors,
				       const struct fgraph_origin *origin, u32 caller, u32 site);
void fgraph_errors_hand_up(struct fgraph_errors *errors, const struct fgraph_errors *inner);
void fgraph_errors_forget(struct fgraph_errors *errors);
void fgraph_errors_find(const struct fgraph_errors *errors, u32 func, u16 error,
			struct fgraph_origin *origin);
bool fgraph_errors_hide(struct fgraph_errors *errors, const struct fgraph_errors *inner);

/* Whether this is an errno that a function has returned, and that was not handled yet */
static inline bool fgraph_is_failure(const struct fgraph_origin *origin)
{
	return origin->error && origin->error != FGRAPH_NULL && !origin->handled;
}

/**
 * fgraph_errors_keep_cause - keep that a callee returned NULL or false
 * @errors: the errors that are kept for the caller
 * @func: key of the callee
 * @why: FGRAPH_CAUSE_NULL or FGRAPH_CAUSE_FALSE
 *
 * Context: any, NMI included
 */
static __always_inline void fgraph_errors_keep_cause(struct fgraph_errors *errors, u32 func,
						     enum fgraph_cause why)
{
	errors->cause = func;
	errors->cause_error = 0;
	errors->cause_why = why;
}

#endif /* _KERNEL_TRACE_FGRAPH_ERROR_MEMORY_H */
