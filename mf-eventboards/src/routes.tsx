import { customRoutes } from '@multiball/shared/pages'
import * as v from 'valibot'
import { display } from './display'
import { Fields } from './form/Fields'
import { samples } from './form/samples'
import { useRows } from './follow/useRows'
import { settings } from './settings'

/** The owner's pages, below /eventboards: list, add and edit. Their words are those of remote.json. */
export default customRoutes({
  type: 'eventboard',
  settings,
  defaults: v.parse(settings, {}),
  display,
  Fields,
  samples,
  useRows,
})
