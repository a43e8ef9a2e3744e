/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _KERNEL_TRACE_FGRAPH_ERROR_MEMORY_H
#define _KERNEL_TRACE_FGRAPH_ERROR_MEMORY_H

#include <linux/err.h>
#include <linux/types.h>

/**
 * enum fgraph_cause - why a function is named as the cause of an error
 * @FGRAPH_CAUSE_NONE: there is no cause
 * @FGRAPH_CAUSE_ERROR: it returned another error before
 * @FGRAPH_CAUSE_NULL: it returned NULL. Likely, as nothing tells that this was looked at
 * @FGRAPH_CAUSE_FALSE: it returned false. Likely, too
 * @FGRAPH_CAUSE_HIDDEN: a function that called it made NULL or false of its error
 * @FGRAPH_CAUSE_SAME: it has to do with the same errno. Likely, as that has not come by
 *	return values alone
 */
enum fgraph_cause {
	FGRAPH_CAUSE_NONE,
	FGRAPH_CAUSE_ERROR,
	FGRAPH_CAUSE_NULL,
	FGRAPH_CAUSE_FALSE,
	FGRAPH_CAUSE_HIDDEN,
	FGRAPH_CAUSE_SAME,
};

/* In place of an errno: NULL, of a function that returns a pointer, where NULL is chosen */
#define FGRAPH_NULL	(MAX_ERRNO + 1)

/**
 * struct fgraph_origin - where an error comes from
 * @func: key of the function that made the error, see fgraph_key()
 * @cause: key of the function whose failure it was made of, or 0. If there is none, struct
 *	fgraph_errors has here where @func, or the one that handed the error up, was called
 * @error: the errno, or FGRAPH_NULL. 0 is none
 * @cause_error: the errno that @cause returned, or 0
 * @why: one of enum fgraph_cause
 * @guessed: it was not known of each function whether its type can be an error, or several
 *	functions returned the same errno in turn
 * @recursive: @func returns what it was returned by @func
 * @handled: a function that got the error has succeeded. It is a possible cause only
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

/* Errors that a frame keeps. Replayed from traces, two named the same functions as any number */
#define FGRAPH_ERRORS	2

/**
 * struct fgraph_errors - what functions returned that one frame has called
 * @errors: the newest errors, of different errnos. The first is the newest. Those that were
 *	handled come after the others, and FGRAPH_NULL comes last
 * @hint: key of a function that returned NULL or false, or of one whose error that hides
 * @hint_why: one of enum fgraph_cause
 * @hint_error: the errno that @hint returned, or 0
 * @user: number of the user who has traced them
 * @next: for error_origin.c
 */
struct fgraph_errors {
	struct fgraph_origin errors[FGRAPH_ERRORS];
	u32 hint;
	u16 hint_why : 4;
	u16 hint_error : 12;
	u8 user;
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

/* Whether an errno is kept that a function has returned, and that was not handled yet */
static inline bool fgraph_is_failure(const struct fgraph_origin *origin)
{
	return origin->error && origin->error != FGRAPH_NULL && !origin->handled;
}

/**
 * fgraph_errors_hint - keep that a called function returned NULL or false
 * @errors: what is kept for the caller
 * @func: key of the called function
 * @why: FGRAPH_CAUSE_NULL or FGRAPH_CAUSE_FALSE
 *
 * Context: any, NMI included
 */
static __always_inline void fgraph_errors_hint(struct fgraph_errors *errors, u32 func,
					       enum fgraph_cause why)
{
	errors->hint = func;
	errors->hint_error = 0;
	errors->hint_why = why;
}

#endif /* _KERNEL_TRACE_FGRAPH_ERROR_MEMORY_H */
