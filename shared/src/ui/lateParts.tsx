import { Suspense, useId, type ComponentType, type ReactElement } from 'react'
import type { AsyncComboBoxProps } from './choices/AsyncComboBox'
import type { PickListProps } from './choices/PickList'
import type { SelectProps } from './choices/Select'
import type { ColorFieldProps } from './fields/ColorField'
import field from './fields/field.module.css'
import { NativeHelp } from './fields/NativeHelp'
import { late, lateOverlay } from './late'
import type { ConfirmDialogProps } from './overlays/ConfirmDialog'
import type { DialogProps } from './overlays/Dialog'
import { prepareMenus } from './overlays/Menu'
import type { TabsProps } from './page/Tabs'

/*
 * What opens over a page or is chosen from a list, in a chunk of its own with that of menus: a third of what the room weighs,
 * for the library's handling of collections and overlays, and no page begins with one.
 */

interface Words {
  label?: string
  isLabelHidden?: boolean
  description?: string
  error?: string
}

/** As high as the field will be: what stands below would move away from under a press. */
function Place({ label, isLabelHidden, description, error }: Words) {
  const id = useId()
  return (
    <div className={field.field} aria-busy="true">
      {label && !isLabelHidden && <span className={field.label}>{label}</span>}
      <div className={field.control} />
      <NativeHelp id={id} description={description} error={error} />
    </div>
  )
}

/**
 * A late field: its place is kept while it is on its way, and the page around it stays.
 * @param hasWords its words stand around it as those of text fields do
 */
function lateField<Props extends object>(load: () => Promise<ComponentType<Props>>, hasWords = true) {
  const Field = late(load)
  const LateField = (props: Props): ReactElement => (
    <Suspense fallback={<Place {...(hasWords && props)} />}>
      <Field {...props} />
    </Suspense>
  )
  return Object.assign(LateField, { prepare: Field.prepare })
}

export const AsyncComboBox = lateField<AsyncComboBoxProps>(
  async () => (await import(/* webpackChunkName: "controls" */ './choices/AsyncComboBox')).AsyncComboBox,
)
export const ColorField = lateField<ColorFieldProps>(
  async () => (await import(/* webpackChunkName: "controls" */ './fields/ColorField')).ColorField,
)
export const PickList = lateField<PickListProps>(
  async () => (await import(/* webpackChunkName: "controls" */ './choices/PickList')).PickList,
  false,
)
const AnySelect = lateField<SelectProps<string>>(
  async () => (await import(/* webpackChunkName: "controls" */ './choices/Select')).Select,
)
export const Select = AnySelect as <Value extends string>(props: SelectProps<Value>) => ReactElement
const AnyTabs = lateField<TabsProps<string>>(
  async () => (await import(/* webpackChunkName: "controls" */ './page/Tabs')).Tabs,
  false,
)
export const Tabs = AnyTabs as <Id extends string>(props: TabsProps<Id>) => ReactElement

export const ConfirmDialog = lateOverlay<ConfirmDialogProps>(
  async () => (await import(/* webpackChunkName: "controls" */ './overlays/ConfirmDialog')).ConfirmDialog,
)
export const Dialog = lateOverlay<DialogProps>(
  async () => (await import(/* webpackChunkName: "controls" */ './overlays/Dialog')).Dialog,
)

const parts = [AsyncComboBox, ColorField, ConfirmDialog, Dialog, PickList, AnySelect, AnyTabs]

/** Asks for them before they are shown. @returns once they are there, or could not be had */
export const prepareControls = async (): Promise<void> => {
  await Promise.all([prepareMenus(), ...parts.map((part) => part.prepare())])
}
