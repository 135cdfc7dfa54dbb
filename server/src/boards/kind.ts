import { emptyFields, referencePlaces, referencesIn, withDefaults } from '@multiball/shared/schema'
import type { BoardType, FieldErrors, FoundReference, ReferencePlace } from '@multiball/shared/schema'
import type { Kysely } from 'kysely'
import * as v from 'valibot'
import type { Tables } from '../database/tables'
import { errorsOf, parse } from '../http/parse'

/** What an owner sends of every board type. */
export interface BoardFields {
  title: string
  is_public: boolean
  /** its settings */
  [field: string]: unknown
}

/** One board type, as the rest of the area knows it: all that is special about it follows from its schema. */
export interface BoardKind {
  type: BoardType
  /** what is sent and answered, for the API's description of itself */
  input: v.GenericSchema & { entries: v.ObjectEntries }
  answer: v.GenericSchema
  /** where in its settings it names something */
  places: readonly ReferencePlace[]
  /** whether its boards can be cells of a grid */
  isCell: boolean
  /** what a missing field counts as, so that the form's own sentence is answered */
  empty: Readonly<Record<string, unknown>>
  /** Throws 400 with what is wrong by field. */
  parse(fields: object): BoardFields
  /** The same, of a body that has some fields only. */
  parseSome(fields: object): Partial<BoardFields>
  /** What is wrong by field; nothing when all is right. */
  errorsOf(fields: object): FieldErrors
  /**
   * Stored settings as they are now: what came later is at its default, what is no setting any more is left out.
   * @param changed fields that are about to be changed: where settings have several versions, one that knows these goes first
   */
  fill(settings: object, version: number, changed?: object): object
  /** What stored settings name. */
  referencesOf(settings: object, version: number): FoundReference[]
  /** The version of the schema that these settings are stored under. */
  versionOf(settings: object): number
  /** Adds to settings what an answer has besides, in the same order; missing where that is nothing. */
  complete?(db: Kysely<Tables>, settings: object[]): Promise<object[]>
}

/** A board type that comes with the program. Its input has `title` and `is_public`; the rest of its fields are its settings. */
export function builtInKind({ input, ...kind }: Pick<BoardKind, 'type' | 'input' | 'answer' | 'complete'>): BoardKind {
  const { title: _title, is_public: _isPublic, ...entries } = input.entries
  const some = v.partial(v.object(input.entries))
  const places = referencePlaces(input)
  return {
    ...kind,
    input,
    // Which of them is one, the schema of a grid says.
    isCell: true,
    places,
    empty: emptyFields(input.entries),
    parse: (fields) => parse(input, fields) as BoardFields,
    parseSome: (fields) => parse(some, fields) as Partial<BoardFields>,
    errorsOf: (fields) => errorsOf(input, fields),
    fill: (settings) => withDefaults(entries, settings),
    referencesOf: (settings) => referencesIn(places, settings),
    versionOf: () => 1,
  }
}
