import { boardTypeName, boardTypeOf } from '@multiball/shared/client'
import type { BoardType } from '@multiball/shared/schema'
import { EmptyState, LinkButton } from '@multiball/shared/ui'
import type { ReactNode } from 'react'
import { FirstSteps } from '../firstSteps/FirstSteps'

interface NoBoardsProps {
  title: string
  /** the types that would do, each offered to be added */
  types: readonly BoardType[]
  /** other ways out */
  more?: ReactNode
  /** what the boards are needed for */
  children: ReactNode
}

/** What an owner is told who has no board yet that a form could name. */
export const NoBoards = ({ title, types, more, children }: NoBoardsProps) => (
  <>
    <FirstSteps />
    <EmptyState
      title={title}
      action={
        <>
          {types.map((type) => (
            <LinkButton key={type} to={`${boardTypeOf(type).listPath}/add`} icon="plus">
              Add {boardTypeName(type)}
            </LinkButton>
          ))}
          {more}
        </>
      }
    >
      {children}
    </EmptyState>
  </>
)
