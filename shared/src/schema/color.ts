import * as v from 'valibot'
import { colorShape } from './parseColor'

/** A colour field of a board. */
export const Color = v.pipe(v.string(), v.trim(), v.regex(colorShape, 'Please enter a colour such as #1a2b3c'), v.toLowerCase())
