import * as v from 'valibot'
import { Id, line } from './primitives'

/** An account that may change what runs on this server. */
export const Operator = v.object({ id: Id, username: v.string(), cached_display_name: v.string() })
export type Operator = v.InferOutput<typeof Operator>

/** GET /api/platform/operators/ */
export const Operators = v.object({ operators: v.array(Operator) })
export type Operators = v.InferOutput<typeof Operators>

/** POST /api/platform/operators/ */
export const OperatorInput = v.object({ username: v.pipe(line(150), v.nonEmpty('Please type a username')) })
export type OperatorInput = v.InferOutput<typeof OperatorInput>
