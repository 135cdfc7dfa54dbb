import { Suspense, type ComponentType, type ReactElement } from 'react'
import type { AsyncComboBoxProps } from './choices/AsyncComboBox'
import type { PickListProps } from './choices/PickList'
import type { SelectProps } from './choices/Select'
import type { ColorFieldProps } from './fields/ColorField'
import field from './fields/field.module.css'
import { late, lateOverlay } from './late'
import type { ConfirmDialogProps } from './overlays/ConfirmDialog'
import type { DialogProps } from './overlays/Dialog'
import { prepareMenus } from './overlays/Menu'
import type { TabsProps } from './page/Tabs'

/*
 * What opens over a page or is chosen from a list, in a chunk of its own with that of menus: a third of what the room weighs,
 * for the library's handling of collections and overlays, and no page begins with one.
 */

/** A late field: its place is kept while it is on its way, and the page around it stays. */
function lateField<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const Field = late(load)
  const place = (
    <div className={field.field} aria-busy="true">
      <div className={field.control} />
    </div>
  )
  const LateField = (props: Props): ReactElement => (
    <Suspense fallback={place}>
      <Field {...props} />
    </Suspense>
  )
  return Object.assign(LateField, { prepare: Field.prepare })
}

export const AsyncComboBox = lateField<AsyncComboBoxProps>(async () => (await import(/* webpackChunkName: "controls" */ './choices/AsyncComboBox')).AsyncComboBox)
export const ColorField = lateField<ColorFieldProps>(async () => (await import(/* webpackChunkName: "controls" */ './fields/ColorField')).ColorField)
export const PickList = lateField<PickListProps>(async () => (await import(/* webpackChunkName: "controls" */ './choices/PickList')).PickList)
const AnySelect = lateField<SelectProps<string>>(async () => (await import(/* webpackChunkName: "controls" */ './choices/Select')).Select)
export const Select = AnySelect as <Value extends string>(props: SelectProps<Value>) => ReactElement
const AnyTabs = lateField<TabsProps<string>>(async () => (await import(/* webpackChunkName: "controls" */ './page/Tabs')).Tabs)
export const Tabs = AnyTabs as <Id extends string>(props: TabsProps<Id>) => ReactElement

export const ConfirmDialog = lateOverlay<ConfirmDialogProps>(async () => (await import(/* webpackChunkName: "controls" */ './overlays/ConfirmDialog')).ConfirmDialog)
export const Dialog = lateOverlay<DialogProps>(async () => (await import(/* webpackChunkName: "controls" */ './overlays/Dialog')).Dialog)

const parts = [AsyncComboBox, ColorField, ConfirmDialog, Dialog, PickList, AnySelect, AnyTabs]

/** Asks for them before they are shown. @returns once they are there, or could not be had */
export const prepareControls = async (): Promise<void> => {
  await Promise.all([prepareMenus(), ...parts.map((part) => part.prepare())])
}
