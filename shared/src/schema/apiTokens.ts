import * as v from 'valibot'
import { Id, Instant, line, visible } from './primitives/values'

/*
 * API tokens: what a user's scripts and programs show in place of a login. Each may do what its scopes say, and nothing of the account.
 */

/**
 * What an API token may do: `read` what its owner may read; `scores`: add, correct and remove scores; `boards`: make, change
 * and delete boards of every type; `tvs`: pair, change, control and remove TVs.
 */
export const tokenScopes = ['read', 'scores', 'boards', 'tvs'] as const
export type TokenScope = (typeof tokenScopes)[number]

const scopesSentence = 'Choose what the token may do'

/** POST /api/token/ */
export const ApiTokenInput = v.object({
  name: v.pipe(line(80), visible('Please enter a name, such as the program that uses it')),
  scopes: v.pipe(
    v.array(v.picklist(tokenScopes, `A scope is one of ${tokenScopes.join(', ')}`), scopesSentence),
    v.minLength(1, scopesSentence),
    v.maxLength(20, scopesSentence),
    v.transform((chosen) => tokenScopes.filter((scope) => chosen.includes(scope))),
  ),
  /** when it stops working; null: never */
  expires_at: v.optional(v.nullable(Instant), null),
})
export type ApiTokenInput = v.InferInput<typeof ApiTokenInput>

/** A token as its owner sees it afterwards. */
export const ApiToken = v.object({
  id: Id,
  name: v.string(),
  scopes: v.array(v.picklist(tokenScopes)),
  created_at: Instant,
  /** within an hour; null before it was used */
  used_at: v.nullable(Instant),
  expires_at: v.nullable(Instant),
})
export type ApiToken = v.InferOutput<typeof ApiToken>

/** The same with the token itself, which is shown this once. */
export const NewApiToken = v.object({ ...ApiToken.entries, token: v.string() })
export type NewApiToken = v.InferOutput<typeof NewApiToken>
