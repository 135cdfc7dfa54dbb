import { noticeState } from '@multiball/shared/pages'
import { useNavigate } from '@multiball/shared/routing'
import { PageHeading } from '@multiball/shared/ui'
import { WizardForm } from './WizardForm'

/** Bulk create, at /comboboards/wizard. */
export function WizardPage({ owner }: { owner: number }) {
  const navigate = useNavigate()
  return (
    <>
      <PageHeading title="Bulk create" breadcrumb={{ label: 'Comboboards', to: '/comboboards' }} />
      <WizardForm owner={owner} onCreated={(title) => void navigate('/comboboards', { replace: true, state: noticeState(`${title} created!`) })} />
    </>
  )
}
