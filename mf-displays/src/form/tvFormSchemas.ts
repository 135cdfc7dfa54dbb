import { onFields } from '@multiball/shared/forms'
import { idOr, TvCode, TvInput } from '@multiball/shared/schema'
import * as v from 'valibot'
import { BoardKey } from './boardChoice'

const { name } = TvInput.entries

const newTv = v.object({ code: TvCode, how: v.literal('new'), name, board: BoardKey, tv: v.number() })
const knownTv = v.object({ code: TvCode, how: v.literal('known'), name: v.string(), board: v.string(), tv: idOr('Please choose a TV') })

const how = v.picklist(['new', 'known'])
export type PairDraft = v.InferOutput<typeof newTv> | v.InferOutput<typeof knownTv>

/** A TV that shows a code: a new one with a name and a board, or one that the owner has had before. */
export const pairFormSchema = onFields(v.variant('how', [newTv, knownTv]), { code: v.string(), how, name: v.string(), board: v.string(), tv: v.number() })

const changed = v.object({ name, board: BoardKey })

/** The name and the board of a TV. */
export const changeFormSchema = onFields(changed, { name: v.string(), board: v.string() })
