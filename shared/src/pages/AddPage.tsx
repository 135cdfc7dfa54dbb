import { useNavigate } from '@multiball/shared/routing'
import { PageHeading } from '@multiball/shared/ui'
import { useKind } from './kindContext'
import { noticeState } from './notice'

export function AddPage({ owner }: { owner: number }) {
  const { Form, singular, plural, path } = useKind()
  const navigate = useNavigate()
  return (
    <>
      <PageHeading title={`Add ${singular}`} breadcrumb={{ label: plural, to: path }} />
      <Form owner={owner} onSaved={({ title }) => void navigate(path, { replace: true, state: noticeState(`${title} created!`) })} />
    </>
  )
}
