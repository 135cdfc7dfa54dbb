import { boardRoutes } from '@multiball/shared/pages'
import { Route } from '@multiball/shared/routing'
import { LinkButton } from '@multiball/shared/ui'
import { ComboboardForm } from './form/ComboboardForm'
import { useRows } from './pages/useRows'
import { WizardPage } from './wizard/WizardPage'

/** The owner's pages, below /comboboards. */
export default boardRoutes(
  {
    type: 'comboboard',
    Form: ComboboardForm,
    useRows,
    actions: <LinkButton to="/comboboards/wizard">Bulk create</LinkButton>,
  },
  (owner) => <Route path="wizard" element={<WizardPage owner={owner} />} />,
)
