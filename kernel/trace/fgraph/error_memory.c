// SPDX-License-Identifier: GPL-2.0
/*
 * error_memory.c - find out which function made an error
 *
 * A function that returns an error has made it, unless one of its callees has returned
 * the same error. If a callee returned another error, NULL or false, that callee is the
 * cause:
 *
 *	do_mlock()
 *	  check_vma_flags() = -14	made in check_vma_flags
 *	  up_read()
 *	do_mlock() = -12		made in do_mlock, was -14 in check_vma_flags
 *
 * Errors of the callees of a function that succeeds are handled, and go no further. But
 * the function may have stored the errno, and another function may find it there, to
 * which no callee has returned it:
 *
 *	ext4_mb_new_blocks()
 *	  ext4_claim_free_clusters() = -28
 *	ext4_mb_new_blocks() = 0
 *	ext4_ext_map_blocks() = -28	made here, likely -28 in ext4_claim_free_clusters
 *
 * A function may also be given the errno as an argument, and return it: chdir("") calls
 * getname_flags(), and then filename_lookup() with the error for a name. Both return -2.
 * The second function is named as the origin, and the first one as a likely cause.
 *
 * The errno was not given if both functions are called at the same place, in a loop that
 * tries one after the other. If three functions or more return the same errno in turn,
 * their caller may have tried all of them, and return the errno itself at the end. The
 * last function is named, with a question mark, and the caller as a likely cause.
 */
#include <linux/errno.h>
#include <linux/minmax.h>
#include <linux/string.h>

#include "error_memory.h"
#include "error_name.h"

/* EINTR and the restart errnos may be turned into each other while they are handed up */
static u16 plain(u16 error)
{
	return fgraph_is_restart(error) ? EINTR : error;
}

/**
 * fgraph_is_same_error - whether one error may have become the other as it was handed up
 * @one: an errno, FGRAPH_NULL, or 0
 * @other: another one
 *
 * Context: any, NMI included
 */
bool fgraph_is_same_error(u16 one, u16 other)
{
	return one == other || plain(one) == plain(other);
}

/* An error replaces errors of lower priority, and older ones of the same priority */
static int worth_of(const struct fgraph_origin *origin)
{
	if (!origin->error)
		return 0;
	if (origin->error == FGRAPH_NULL)
		return 1;
	return origin->handled ? 2 : 3;
}

/* Returns the error that is replaced, or has no room. Its .error is 0 if there is none */
static struct fgraph_origin insert(struct fgraph_errors *errors,
				   const struct fgraph_origin *origin)
{
	struct fgraph_origin next = *origin;
	int i, worth = worth_of(origin);

	for (i = 0; i < FGRAPH_ERRORS; i++) {
		struct fgraph_origin *kept = &errors->errors[i];
		bool is_last = !kept->error || fgraph_is_same_error(kept->error, origin->error);
		int worth_of_kept = worth_of(kept);

		if (worth >= worth_of_kept) {
			swap(next, *kept);
			worth = worth_of_kept;
		}
		if (is_last)
			break;
	}
	return next;
}

static const struct fgraph_origin *find_failure(const struct fgraph_errors *errors, u16 error)
{
	int i;

	for (i = 0; i < FGRAPH_ERRORS; i++) {
		if (fgraph_is_failure(&errors->errors[i]) &&
		    fgraph_is_same_error(errors->errors[i].error, error))
			return &errors->errors[i];
	}
	return NULL;
}

static void cause_at_null(struct fgraph_errors *errors, const struct fgraph_origin *origin)
{
	if (origin->cause_error) {
		errors->cause = origin->cause;
		errors->cause_error = origin->cause_error;
		errors->cause_why = FGRAPH_CAUSE_HIDDEN;
	} else {
		fgraph_errors_keep_cause(errors, origin->func, FGRAPH_CAUSE_NULL);
	}
}

/* Another function has returned the same errno to the caller before */
static void find_earlier(const struct fgraph_origin *before, struct fgraph_origin *origin,
			 u32 caller, u32 site)
{
	origin->again = true;
	if (before->again) {
		origin->cause = caller;
		origin->guessed = true;
	} else if (origin->why != FGRAPH_CAUSE_ERROR && (before->why || before->cause != site)) {
		origin->cause = before->func;
	} else {
		return;
	}
	origin->cause_error = origin->error;
	origin->why = FGRAPH_CAUSE_SAME;
}

/**
 * fgraph_errors_add - keep an error that a callee returned
 * @errors: the errors that are kept for the caller
 * @origin: the error, and its origin
 * @caller: key of the caller
 * @site: key of the address where the callee returns to
 *
 * An error with the same errno is replaced. If there is no room, the oldest errno is
 * dropped. No errno is dropped for NULL.
 *
 * Context: any, NMI included
 * Return: the error that is replaced, or has no room. Its .error is 0 if there is none
 */
struct fgraph_origin fgraph_errors_add(struct fgraph_errors *errors,
				       const struct fgraph_origin *origin, u32 caller, u32 site)
{
	struct fgraph_origin kept = *origin;
	const struct fgraph_origin *before;

	if (origin->error == FGRAPH_NULL) {
		cause_at_null(errors, origin);
		return insert(errors, &kept);
	}
	before = find_failure(errors, origin->error);
	kept.again = false;
	if (before && before->func != origin->func)
		find_earlier(before, &kept, caller, site);
	if (!kept.why)
		kept.cause = site;
	return insert(errors, &kept);
}

/**
 * fgraph_errors_hand_up - keep errors that a callee has handled, as possible causes
 * @errors: the errors that are kept for the caller
 * @inner: the errors that are kept for the callee, which succeeds
 *
 * Context: any, NMI included
 */
void fgraph_errors_hand_up(struct fgraph_errors *errors, const struct fgraph_errors *inner)
{
	int i;

	for (i = FGRAPH_ERRORS - 1; i >= 0; i--) {
		struct fgraph_origin handled = {
			.func = inner->errors[i].func,
			.error = inner->errors[i].error,
			.handled = true,
		};

		if (fgraph_is_failure(&inner->errors[i]))
			insert(errors, &handled);
	}
}

/**
 * fgraph_errors_forget - drop the errors that are kept for a function, which fails
 * @errors: the errors that are kept for the function
 *
 * Context: any, NMI included
 */
void fgraph_errors_forget(struct fgraph_errors *errors)
{
	int i;

	for (i = 0; i < FGRAPH_ERRORS; i++)
		errors->errors[i].error = 0;
	errors->cause_why = FGRAPH_CAUSE_NONE;
}

/* The cause of a function's own error: the newest errno kept, or the possible cause */
static void find_cause(const struct fgraph_errors *errors, struct fgraph_origin *origin)
{
	const struct fgraph_origin *newest = &errors->errors[0];

	if (fgraph_is_failure(newest)) {
		origin->cause = newest->func;
		origin->cause_error = newest->error;
		origin->why = FGRAPH_CAUSE_ERROR;
	} else {
		origin->cause = errors->cause;
		origin->cause_error = errors->cause_error;
		origin->why = errors->cause_why;
	}
}

/**
 * fgraph_errors_hide - keep the error that a callee hides when it returns NULL or false
 * @errors: the errors that are kept for the caller
 * @inner: the errors that are kept for the callee
 *
 * Context: any, NMI included
 * Return: whether there is such an error
 */
bool fgraph_errors_hide(struct fgraph_errors *errors, const struct fgraph_errors *inner)
{
	struct fgraph_origin hidden = {};

	find_cause(inner, &hidden);
	if (!hidden.cause_error)
		return false;
	errors->cause = hidden.cause;
	errors->cause_error = hidden.cause_error;
	errors->cause_why = FGRAPH_CAUSE_HIDDEN;
	return true;
}

/**
 * fgraph_errors_find - find the origin of an error that a function returns
 * @errors: the errors that are kept for the function, or NULL
 * @func: key of the function
 * @error: the errno, or FGRAPH_NULL
 * @origin: set to the error and its origin
 *
 * Context: any, NMI included
 */
void fgraph_errors_find(const struct fgraph_errors *errors, u32 func, u16 error,
			struct fgraph_origin *origin)
{
	int i;

	*origin = (struct fgraph_origin) { .func = func, .error = error };
	if (!errors)
		return;
	for (i = 0; i < FGRAPH_ERRORS; i++) {
		const struct fgraph_origin *kept = &errors->errors[i];

		if (!fgraph_is_same_error(kept->error, error))
			continue;
		if (kept->handled) {
			origin->cause = kept->func;
			origin->cause_error = kept->error;
			origin->why = FGRAPH_CAUSE_SAME;
		} else {
			*origin = *kept;
			if (!origin->why)
				origin->cause = 0;
			origin->error = error;
			origin->recursive = origin->func == func;
		}
		return;
	}

	/* NULL has no room beside two errnos: its origin is then in errors->cause */
	if (error == FGRAPH_NULL && errors->cause_why == FGRAPH_CAUSE_NULL) {
		origin->func = errors->cause;
		origin->recursive = origin->func == func;
	} else {
		find_cause(errors, origin);
	}
}
