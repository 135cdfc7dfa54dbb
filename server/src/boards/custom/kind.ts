import { CustomBoard, ownFields, referencesIn, Title } from '@multiball/shared/schema'
import type { FieldErrors } from '@multiball/shared/schema'
import * as v from 'valibot'
import { errorsOf, parse } from '../../http/parse'
import { invalid } from '../../http/refusals'
import type { BoardKind } from '../kind'
import type { Json } from './settingsSchema'
import type { CustomType } from './types'

const own = { title: Title, is_public: v.optional(v.boolean(), false) }
const Own = v.object(own)
const SomeOwn = v.partial(Own)

/** What is sent of a board of any type from a remote: the settings of its type beside these. */
export const CustomInput = v.looseObject(own)

/** The settings of a board: a form may send it back whole. */
const split = (fields: object) => Object.fromEntries(Object.entries(fields).filter(([name]) => !ownFields.includes(name)))

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
    parseSome: (fields) => ({ ...parse(SomeOwn, fields), ...Object.fromEntries(Object.entries(fields).filter(([name]) => type.fields.includes(name))) }),
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
