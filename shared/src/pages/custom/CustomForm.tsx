import { BoardScreen, DisplayBoundary, type BoardDisplay, type DisplayProps } from '@multiball/shared/boards'
import {
  BoardForm,
  BoardPreview,
  MomentsField,
  onFields,
  PrivacyField,
  TitleField,
  useTypeForm,
} from '@multiball/shared/forms'
import { Title, ToldMoments } from '@multiball/shared/schema'
import type { BoardType, CustomBoard, CustomBootstrap, CustomScores, MomentChoice } from '@multiball/shared/schema'
import { useState, type ComponentType } from 'react'
import * as v from 'valibot'
import css from './CustomForm.module.css'

/** An object schema of settings, such as remote.json names; its fields are also told one by one. */
type SettingsSchema<Settings extends Record<string, unknown>> = v.GenericSchema<unknown, Settings> & {
  entries: Record<string, v.GenericSchema>
}

/** The values of the form: settings beside what every board has. */
type CustomValues<Settings extends Record<string, unknown>> = Settings & {
  title: string
  is_public: boolean
  moments: MomentChoice
}

/** What the owner's form of a board type from a remote is made of. */
export interface CustomFormKind<Settings extends Record<string, unknown>, Type extends BoardType> {
  /** as remote.json says it, such as `taplist` */
  type: Type
  /** what remote.json names as `settings` */
  settings: SettingsSchema<Settings>
  /** what the form of a new board opens with: every field of the settings, which need not be right yet */
  defaults: Settings
  display: BoardDisplay<Type>
  /** the fields of the settings, by `useFormField` and the fields of the forms room; title, privacy and moments stand around them */
  Fields: ComponentType<{ owner: number; draft: Settings }>
  /** what the preview shows in the feeds, by the names of its tabs; default: one tab without any */
  samples?: Record<string, CustomScores['feeds']>
}

export interface CustomFormProps {
  /** id of who is signed in */
  owner: number
  /** the board to update; without one a new one is created */
  board?: CustomBoard
  onSaved(saved: CustomBoard): void
}

/** Creates or updates a board of a type from a remote. */
export function CustomForm<Settings extends Record<string, unknown>, Type extends BoardType>({
  type,
  settings,
  defaults,
  display,
  Fields,
  samples,
  owner,
  board,
  onSaved,
}: CustomFormKind<Settings, Type> & CustomFormProps) {
  const [schema] = useState(() => customFormSchema(settings))
  const typeForm = useTypeForm<BoardType, CustomValues<Settings>>({
    type,
    owner,
    board,
    schema,
    defaults: {
      ...defaults,
      ...settingsOf(settings, board),
      title: board?.title ?? '',
      is_public: board?.is_public ?? false,
      moments: board?.moments ?? 'records',
    },
    inputOf: (values) => values,
    // Only this type's own boards come in and go out.
    onSaved: (saved) => onSaved(saved as CustomBoard),
  })
  const { values } = typeForm.form
  const shown = v.safeParse(settings, settingsOf(settings, values))
  const feedsOf: CustomFormKind<Settings, Type>['samples'] = samples ?? { Preview: {} }
  const preview = (
    <BoardPreview samples={Object.keys(feedsOf)} note="The real display, with sample data.">
      {(sample) =>
        shown.success ? (
          <Sample
            key={sample}
            display={display}
            title={values.title}
            settings={shown.output}
            feeds={feedsOf[sample] ?? {}}
          />
        ) : (
          <p className={css.note} data-failed="">
            The preview comes back once the settings are valid.
          </p>
        )
      }
    </BoardPreview>
  )
  return (
    <BoardForm {...typeForm} preview={preview}>
      <TitleField />
      <Fields owner={owner} draft={values} />
      <PrivacyField />
      <MomentsField />
    </BoardForm>
  )
}

interface SampleProps<Type extends BoardType> extends Pick<CustomBootstrap, 'title' | 'settings'> {
  display: BoardDisplay<Type>
  feeds: CustomScores['feeds']
}

/** The draft on its display. What that throws is the preview's alone. */
function Sample<Type extends BoardType>({ display, title, settings, feeds }: SampleProps<Type>) {
  const scores: CustomScores = { feeds, epoch: 'sample', seq: 1 }
  const bootstrap: CustomBootstrap = { id: 0, title, settings, scores }
  // A type from a remote: these are what its display is given.
  const shown = { bootstrap, scores } as unknown as Pick<DisplayProps<Type>, 'bootstrap' | 'scores'>
  return (
    <DisplayBoundary
      type={display.type}
      state={settings}
      fallback={() => (
        <p className={css.note} data-failed="">
          The display cannot show this.
        </p>
      )}
    >
      <BoardScreen display={display} {...shown} connection="connecting" words="Preview" />
    </DisplayBoundary>
  )
}

const common = { title: Title, is_public: v.boolean(), moments: ToldMoments }

/** The rules of a form whose settings stand beside what every board has. */
function customFormSchema<Settings extends Record<string, unknown>>(settings: SettingsSchema<Settings>) {
  const own = v.pipe(
    v.record(v.string(), v.unknown()),
    v.transform(({ title: _title, is_public: _isPublic, moments: _moments, ...rest }): unknown => rest),
    settings,
  )
  const whole = v.intersect([v.object(common), own]) as unknown as v.GenericSchema<unknown, CustomValues<Settings>>
  return onFields(whole, { ...settings.entries, ...common })
}

/** The settings of a stored board, without what stands beside them; nothing of a board that is to be made. */
const settingsOf = <Settings extends Record<string, unknown>>(
  { entries }: SettingsSchema<Settings>,
  board: object = {},
): Partial<Settings> =>
  Object.fromEntries(Object.entries(board).filter(([name]) => name in entries)) as Partial<Settings>
