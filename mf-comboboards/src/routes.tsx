import { boardRoutes, late } from '@multiball/shared/pages'
import { Route } from '@multiball/shared/routing'
import { LinkButton } from '@multiball/shared/ui'
import { useRows } from './pages/useRows'

const WizardPage = late(async () => (await import('./wizard/WizardPage')).WizardPage)

/** The owner's pages, below /comboboards. */
export default boardRoutes(
  {
    type: 'comboboard',
    Form: late(async () => (await import('./form/ComboboardForm')).ComboboardForm),
    useRows,
    actions: <LinkButton to="/comboboards/wizard">Bulk create</LinkButton>,
  },
  (owner) => <Route path="wizard" element={<WizardPage owner={owner} />} />,
)
