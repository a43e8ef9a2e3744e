// SPDX-License-Identifier: GPL-2.0
/*
 * fgraph_errors.c - tell which function made an error
 *
 * A function that returns an error has made it, unless a function that it called has
 * returned the same one. If one that it called returned another error, NULL or false,
 * that one is the cause:
 *
 *	do_mlock()
 *	  check_vma_flags() = -14	made in check_vma_flags
 *	  up_read()
 *	do_mlock() = -12		made in do_mlock, was -14 in check_vma_flags
 *
 * Errors of a function that succeeds are handled, and go no further.
 */
#include <linux/errno.h>
#include <linux/string.h>

#include "fgraph_errors.h"
#include "fgraph_retval.h"

/* These are made of each other on the way out */
static u16 plain(u16 error)
{
	return fgraph_is_restart(error) ? EINTR : error;
}

/**
 * fgraph_is_same_error - whether one error may have become the other on the way out
 * @one: an errno, FGRAPH_NULL, or 0
 * @other: another one
 *
 * Context: any, NMI included
 */
bool fgraph_is_same_error(u16 one, u16 other)
{
	return plain(one) == plain(other);
}

/**
 * fgraph_errors_add - keep an error that a called function returned
 * @errors: what is kept for the caller
 * @origin: the error, and where it comes from
 *
 * One of the same errno is replaced. If there is no room, the oldest one goes.
 *
 * Context: any, NMI included
 */
void fgraph_errors_add(struct fgraph_errors *errors, const struct fgraph_origin *origin)
{
	if (!fgraph_is_same_error(errors->errors[0].error, origin->error))
		errors->errors[1] = errors->errors[0];
	errors->errors[0] = *origin;
}

/* What an error of a function is made of: the newest error that is kept, or the hint */
static void find_cause(const struct fgraph_errors *errors, struct fgraph_origin *origin)
{
	const struct fgraph_origin *newest = &errors->errors[0];

	if (newest->error == FGRAPH_NULL && newest->cause_error) {
		origin->cause = newest->cause;
		origin->cause_error = newest->cause_error;
		origin->why = FGRAPH_CAUSE_HIDDEN;
	} else if (newest->error == FGRAPH_NULL) {
		origin->cause = newest->func;
		origin->why = FGRAPH_CAUSE_NULL;
	} else if (newest->error) {
		origin->cause = newest->func;
		origin->cause_error = newest->error;
		origin->why = FGRAPH_CAUSE_ERROR;
	} else {
		origin->cause = errors->hint;
		origin->cause_error = errors->hint_error;
		origin->why = errors->hint_why;
	}
}

/**
 * fgraph_errors_hide - keep the error that NULL or false of a called function hides
 * @errors: what is kept for the caller
 * @inner: what is kept for the called function
 *
 * Context: any, NMI included
 * Return: whether there is one
 */
bool fgraph_errors_hide(struct fgraph_errors *errors, const struct fgraph_errors *inner)
{
	struct fgraph_origin hidden = {};

	find_cause(inner, &hidden);
	if (!hidden.cause_error)
		return false;
	errors->hint = hidden.cause;
	errors->hint_error = hidden.cause_error;
	errors->hint_why = FGRAPH_CAUSE_HIDDEN;
	return true;
}

/**
 * fgraph_errors_find - tell where an error comes from that a function returns
 * @errors: what is kept for the function, or NULL
 * @func: key of the function
 * @error: the errno, or FGRAPH_NULL
 * @origin: where to put it
 *
 * Context: any, NMI included
 */
void fgraph_errors_find(const struct fgraph_errors *errors, u32 func, u16 error,
			struct fgraph_origin *origin)
{
	int i;

	for (i = 0; errors && i < FGRAPH_ERRORS; i++) {
		if (fgraph_is_same_error(errors->errors[i].error, error)) {
			*origin = errors->errors[i];
			origin->error = error;
			origin->recursive = origin->func == func;
			return;
		}
	}

	*origin = (struct fgraph_origin) { .func = func, .error = error };
	if (errors)
		find_cause(errors, origin);
}
