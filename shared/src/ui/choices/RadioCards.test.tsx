import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { RadioCards } from '../index'

const options = [
  { value: 'all', label: 'All time', description: 'Every score ever made' },
  { value: 'days', label: 'Rolling', content: <input aria-label="Days" /> },
] as const

function Cards() {
  const [value, setValue] = useState<'all' | 'days'>('all')
  return <RadioCards<'all' | 'days'> label="Time options" options={options} value={value} onChange={setValue} />
}

test('a choice brings its fields, and names and describes itself', async () => {
  render(<Cards />)
  expect(screen.getByRole('group', { name: 'Time options' })).toBeVisible()
  expect(screen.getByRole('radio', { name: 'All time' })).toBeChecked()
  expect(screen.getByRole('radio', { name: 'All time' })).toHaveAccessibleDescription('Every score ever made')
  expect(screen.queryByLabelText('Days')).toBeNull()
  await userEvent.click(screen.getByRole('radio', { name: 'Rolling' }))
  expect(screen.getByLabelText('Days')).toBeVisible()
})

test('arrow keys in a field of a choice change no choice', async () => {
  render(<Cards />)
  await userEvent.click(screen.getByRole('radio', { name: 'Rolling' }))
  await userEvent.type(screen.getByLabelText('Days'), '7{ArrowUp}{ArrowLeft}')
  expect(screen.getByRole('radio', { name: 'Rolling' })).toBeChecked()
})
