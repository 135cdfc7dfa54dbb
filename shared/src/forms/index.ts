export { boardKey, ownBoardsOf } from './choices/boardChoices'
export type { BoardChoice, BoardName } from './choices/boardChoices'
export { BoardPicker, boardWords } from './choices/BoardPicker'
export { matching } from './choices/matching'
export { NoBoards } from './choices/NoBoards'
export { useBoardChoices, useOwnBoards } from './choices/useBoardChoices'
export type { BoardChoices, OwnBoards } from './choices/useBoardChoices'
export {
  BackgroundField,
  FieldGroup,
  FieldPair,
  MomentsField,
  PrivacyField,
  ScoresPerPlayerField,
  SwitchField,
  TitleField,
} from './fields/fields'
export { machineLoader } from './fields/machineLoader'
export { MachineSelector } from './fields/MachineSelector'
export { newTimeOptions } from './fields/timeOptions'
export type { TimeOptions } from './fields/timeOptions'
export { TimeOptionsFields } from './fields/TimeOptionsFields'
export { TimeZoneField } from './fields/TimeZoneField'
export { browserTimeZone, timeZoneName } from './fields/timeZones'
export { useFormField, useSilentChange } from './fields/useFormField'
export type { FormField } from './fields/useFormField'
export { useVenueMachine } from './fields/useVenueMachine'
export { WholeNumberField } from './fields/WholeNumberField'
export { FirstSteps, StepsCard, stepsOf, useTonight } from './firstSteps/FirstSteps'
export { BoardForm } from './form/BoardForm'
export { onFields } from './form/fieldErrors'
export { SaveGuardContext, useBoardForm } from './form/useBoardForm'
export type { BoardFormState, SaveGuard } from './form/useBoardForm'
export { lostAnswer, useCreation } from './form/useCreation'
export { formDefaults, useListAddress, useOtherTitles, useTypeForm } from './form/useTypeForm'
export { ItemsEditor } from './items/ItemsEditor'
export type { ItemRow } from './items/ItemsEditor'
export { inOrder } from './items/places'
export { BoardPreview, ScaledScreen } from './preview/BoardPreview'
export { previewColor, previewTitle, sampleGame, sampleGameOver, samplePlayer } from './preview/samples'
