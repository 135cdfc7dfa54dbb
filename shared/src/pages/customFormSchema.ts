import { onFields } from '@multiball/shared/forms'
import { Title } from '@multiball/shared/schema'
import * as v from 'valibot'

/** An object schema of settings, such as remote.json names; its fields are also told one by one. */
export type SettingsSchema<Settings extends Record<string, unknown>> = v.GenericSchema<unknown, Settings> & { entries: Record<string, v.GenericSchema> }

/** The values of the form: settings beside what every board has. */
export type CustomValues<Settings extends Record<string, unknown>> = Settings & { title: string; is_public: boolean }

const common = { title: Title, is_public: v.boolean() }

/** The rules of a form whose settings stand beside title and privacy. */
export function customFormSchema<Settings extends Record<string, unknown>>(settings: SettingsSchema<Settings>) {
  const own = v.pipe(
    v.record(v.string(), v.unknown()),
    v.transform(({ title: _title, is_public: _isPublic, ...rest }): unknown => rest),
    settings,
  )
  const whole = v.intersect([v.object(common), own]) as unknown as v.GenericSchema<unknown, CustomValues<Settings>>
  return onFields(whole, { ...settings.entries, ...common })
}

/** The settings of a stored board, without what stands beside them; nothing of a board that is to be made. */
export const settingsOf = <Settings extends Record<string, unknown>>({ entries }: SettingsSchema<Settings>, board: object = {}): Partial<Settings> =>
  Object.fromEntries(Object.entries(board).filter(([name]) => name in entries)) as Partial<Settings>
