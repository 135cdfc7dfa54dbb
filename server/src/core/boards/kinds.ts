import {
  Comboboard,
  ComboboardInput,
  CustomBoard,
  emptyFields,
  isBuiltInType,
  Leaderboard,
  LeaderboardInput,
  ownFields,
  referencePlaces,
  referencesIn,
  Scoreboard,
  ScoreboardInput,
  ScoreboardRules,
  Slideshow,
  SlideshowInput,
  Streamboard,
  StreamboardInput,
  Title,
  ToldMoments,
  withDefaults,
} from '@multiball/shared/schema'
import type {
  BoardType,
  BuiltInType,
  FieldErrors,
  FoundReference,
  MomentChoice,
  ReferencePlace,
} from '@multiball/shared/schema'
import type { Kysely } from 'kysely'
import * as v from 'valibot'
import type { Tables } from '../../ground/database/tables'
import { errorsOf, parse } from '../../ground/http/parse'
import { invalid } from '../../ground/http/refusals'
import type { Json } from './custom/settingsSchema'
import type { CustomType } from './custom/types'
import { withPictures } from './slideshowImages.store'

/** What an owner sends of every board type. */
export interface BoardFields {
  title: string
  is_public: boolean
  /** missing where a type has no state to tell them in */
  moments?: MomentChoice
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
  /**
   * Throws 400 with what is wrong by field.
   * @param before what is stored, when a board is replaced
   */
  parse(fields: object, before?: BoardFields): BoardFields
  /** The same, of a body that has some fields only. */
  parseSome(fields: object): Partial<BoardFields>
  /** What is wrong by field; nothing when all is right. */
  errorsOf(fields: object): FieldErrors
  /**
   * Stored settings as they are now: what came later is at its default, what is no longer a setting is left out.
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

/** A board type that comes with the program. Its input has `title`, `is_public` and mostly `moments`; the rest of its fields are its settings. `rules`: the input with what it must meet besides. */
function builtInKind({
  input,
  rules = input,
  ...kind
}: Pick<BoardKind, 'type' | 'input' | 'answer' | 'complete'> & { rules?: v.GenericSchema }): BoardKind {
  const { title: _title, is_public: _isPublic, moments: _moments, ...entries } = input.entries
  const some = v.partial(v.object(input.entries))
  const places = referencePlaces(input)
  return {
    ...kind,
    input,
    // Which of them is one, the schema of a grid says.
    isCell: true,
    places,
    empty: emptyFields(input.entries),
    // A rule that the board has broken before, when what it named was deleted, does not keep it from being sent as it is.
    parse: (fields, before) => parse(before && !v.is(rules, before) ? input : rules, fields) as BoardFields,
    parseSome: (fields) => parse(some, fields) as Partial<BoardFields>,
    errorsOf: (fields) => errorsOf(rules, fields),
    fill: (settings) => withDefaults(entries, settings),
    referencesOf: (settings) => referencesIn(places, settings),
    versionOf: () => 1,
  }
}

const own = { title: Title, is_public: v.optional(v.boolean(), false), moments: ToldMoments }
const Own = v.object(own)
const SomeOwn = v.partial(Own)

/** What is sent of a board of any type from a remote: the settings of its type beside these. */
export const CustomInput = v.looseObject(own)

/** The settings of a board: a form may send it back whole. */
const split = (fields: object) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !ownFields.includes(name)))

/** A board type of a remote, as it runs now. */
export function customKind(type: CustomType): BoardKind {
  const wrong = (fields: object): FieldErrors => {
    const read = type.read(split(fields))
    return { ...errorsOf(Own, fields), ...('errors' in read && read.errors) }
  }
  return {
    type: type.name,
    input: CustomInput,
    answer: CustomBoard,
    places: type.places,
    isCell: type.published.gridCell,
    empty: { title: '' },
    parse(fields) {
      const errors = wrong(fields)
      if (Object.keys(errors).length > 0) throw invalid(errors)
      const read = type.read(split(fields)) as { settings: Json }
      return { ...parse(Own, fields), ...read.settings }
    },
    // Settings are checked with those beside them, by errorsOf.
    parseSome: (fields) => ({
      ...parse(SomeOwn, fields),
      ...Object.fromEntries(Object.entries(fields).filter(([name]) => type.fields.includes(name))),
    }),
    errorsOf: wrong,
    fill: (settings, version, changed = {}) => type.fill({ ...settings }, version, split(changed)).settings,
    // As the running version has them: another one may have other names.
    referencesOf: (settings, version) => referencesIn(type.places, type.fill({ ...settings }, version).settings),
    versionOf(settings) {
      const read = type.read({ ...settings })
      return 'settings' in read ? read.version : type.published.version
    },
  }
}

/** The board types that come with the program. */
export const builtInKinds: Readonly<Record<BuiltInType, BoardKind>> = {
  scoreboard: builtInKind({ type: 'scoreboard', input: ScoreboardInput, rules: ScoreboardRules, answer: Scoreboard }),
  leaderboard: builtInKind({ type: 'leaderboard', input: LeaderboardInput, answer: Leaderboard }),
  comboboard: builtInKind({ type: 'comboboard', input: ComboboardInput, answer: Comboboard }),
  slideshow: builtInKind({ type: 'slideshow', input: SlideshowInput, answer: Slideshow, complete: withPictures }),
  streamboard: builtInKind({ type: 'streamboard', input: StreamboardInput, answer: Streamboard }),
}

/** The kind of a type by its name, of those that come with the program and of these; undefined where there is none. */
export function kindOf(type: string, types?: ReadonlyMap<string, CustomType>): BoardKind | undefined {
  if (isBuiltInType(type)) return builtInKinds[type]
  const custom = types?.get(type)
  return custom && customKind(custom)
}
