import { EmptyState, LinkButton } from '@multiball/shared/ui'
import { useKind } from './kindContext'

/** What an owner without boards of this type is told. */
export function EmptyList() {
  const { plural, path, info } = useKind()
  return (
    <EmptyState
      title={`You have not created any ${plural}!`}
      action={
        <LinkButton to={`${path}/add`} variant="secondary" icon="plus">
          Create the first one
        </LinkButton>
      }
    >
      {info.purpose}
    </EmptyState>
  )
}
