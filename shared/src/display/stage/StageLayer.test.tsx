import { render, screen } from '@testing-library/react'
import { Stage } from './Stage'
import { useScene } from './stageContext'
import { StageLayer } from './StageLayer'

function Board({ isCovered }: { isCovered: boolean }) {
  useScene({ variant: isCovered ? 'picture' : 'play', isCovered })
  return <p>Scores</p>
}

const stage = (layout: 'screen' | 'cell', place: 'under' | 'over', isShown: boolean) => (
  <Stage background="#f4ead2" layout={layout}>
    <Board isCovered={isShown} />
    <StageLayer place={place} isShown={isShown}>
      <p>Instead</p>
    </StageLayer>
  </Stage>
)

test.each([
  ['under', 'screen'],
  ['over', 'screen'],
  ['under', 'cell'],
  ['over', 'cell'],
] as const)('VSB-08 a layer %s the board of a %s is there before it is seen', (place, layout) => {
  const { rerender } = render(stage(layout, place, false))
  const layer = screen.getByText('Instead').parentElement
  expect(layer).toHaveAttribute('aria-hidden', 'true')
  expect(layer).not.toHaveClass('shown')
  rerender(stage(layout, place, true))
  expect(screen.getByText('Instead').parentElement).toBe(layer)
  expect(layer).toHaveClass('shown')
  expect(layer).not.toHaveAttribute('aria-hidden')
})

test('what is over a board has no part in its colours; a covered board is hidden as a whole', () => {
  const { container, rerender } = render(stage('screen', 'over', false))
  expect(container.querySelector('[data-covered]')).toBeNull()
  expect(container.querySelector('[data-tone="light"]')).toBeInTheDocument()
  rerender(stage('screen', 'over', true))
  expect(container.querySelector('[data-covered]')).toContainElement(screen.getByText('Scores'))
  expect(screen.getByText('Instead').closest('[data-tone]')).toBeNull()
})

test('behind a picture the stage is black with light ink, whatever the owner’s background', () => {
  const { container } = render(stage('screen', 'under', true))
  expect(container.querySelector('[data-tone]')).toHaveAttribute('data-tone', 'dark')
})
