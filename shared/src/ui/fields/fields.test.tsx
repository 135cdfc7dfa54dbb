import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState, type ReactElement } from 'react'
import {
  ColorField,
  DateTimeField,
  PasswordField,
  prepareControls,
  SearchField,
  Segmented,
  Select,
  Switch,
  TextField,
} from '../index'

beforeAll(prepareControls)

describe('TextField', () => {
  test('its label, help and error belong to it', () => {
    const { rerender } = render(
      <TextField label="Title" description="Shown on the wall" value="" onChange={() => {}} isRequired />,
    )
    const input = screen.getByRole('textbox', { name: /^Title/ })
    expect(input).toHaveAccessibleDescription('Shown on the wall')
    expect(input).toBeRequired()
    expect(input).not.toBeInvalid()
    rerender(
      <TextField
        label="Title"
        description="Shown on the wall"
        value=""
        onChange={() => {}}
        error="Title must not be blank"
      />,
    )
    expect(input).toBeInvalid()
    expect(input).toHaveAccessibleDescription(expect.stringContaining('Title must not be blank'))
  })

  test.each<[string, ReactElement]>([
    [
      'a password',
      <PasswordField label="Password" description="The rule" error="Refused" value="" onChange={() => {}} />,
    ],
    ['a colour', <ColorField label="Colour" description="The rule" error="Refused" value="" onChange={() => {}} />],
    [
      'a moment',
      <DateTimeField label="Start" description="The rule" error="Refused" value={null} onChange={() => {}} />,
    ],
    [
      'one of a few',
      <Segmented
        label="Size"
        description="The rule"
        error="Refused"
        options={[{ value: 'a', label: 'A' }]}
        value="a"
        onChange={() => {}}
      />,
    ],
    [
      'one of many',
      <Select
        label="Sort"
        description="The rule"
        error="Refused"
        options={[{ value: 'a', label: 'A' }]}
        value="a"
        onChange={() => {}}
      />,
    ],
  ])('FRM-08 the help of %s stays beside its error', (_field, field) => {
    render(field)
    expect(screen.getByText('Refused')).toBeVisible()
    expect(screen.getByText('The rule')).toBeVisible()
  })

  test('tells of what is typed and of being left', async () => {
    const changed = jest.fn()
    const left = jest.fn()
    render(<TextField label="Title" value="" onChange={changed} onBlur={left} />)
    await userEvent.type(screen.getByLabelText('Title'), 'L')
    expect(changed).toHaveBeenCalledWith('L')
    await userEvent.tab()
    expect(left).toHaveBeenCalledTimes(1)
  })
})

test('a password is hidden until its button shows it', async () => {
  render(<PasswordField label="Password" value="secret" onChange={() => {}} />)
  const input = screen.getByLabelText('Password')
  expect(input).toHaveAttribute('type', 'password')
  await userEvent.click(screen.getByRole('button', { name: 'Show password' }))
  expect(input).toHaveAttribute('type', 'text')
  await userEvent.click(screen.getByRole('button', { name: 'Hide password' }))
  expect(input).toHaveAttribute('type', 'password')
})

test('a search is emptied by Escape', async () => {
  function Search() {
    const [text, setText] = useState('lobby')
    return <SearchField label="Filter by title or machine" value={text} onChange={setText} />
  }
  render(<Search />)
  const input = screen.getByRole('searchbox', { name: 'Filter by title or machine' })
  await userEvent.type(input, '{Escape}')
  expect(input).toHaveValue('')
})

test('a switch is turned by the space key and says what it does', async () => {
  const changed = jest.fn()
  render(<Switch label="Display title" description="Above the scores" isSelected={false} onChange={changed} />)
  const input = screen.getByRole('switch', { name: 'Display title' })
  expect(input).not.toBeChecked()
  expect(input).toHaveAccessibleDescription('Above the scores')
  await userEvent.tab()
  await userEvent.keyboard(' ')
  expect(changed).toHaveBeenCalledWith(true)
})

test('segments are a radio group that the arrow keys move in', async () => {
  const changed = jest.fn()
  render(
    <Segmented
      label="Privacy"
      options={[
        { value: 'private', label: 'Private' },
        { value: 'public', label: 'Public' },
      ]}
      value="private"
      onChange={changed}
    />,
  )
  expect(screen.getByRole('radiogroup', { name: 'Privacy' })).toBeVisible()
  expect(screen.getByRole('radio', { name: 'Private' })).toBeChecked()
  await userEvent.tab()
  await userEvent.keyboard('{ArrowRight}')
  expect(changed).toHaveBeenCalledWith('public')
})

test('a select is chosen from by keyboard', async () => {
  const changed = jest.fn()
  render(
    <Select
      label="Sort"
      options={[
        { value: 'newest', label: 'Newest first' },
        { value: 'title', label: 'By title' },
      ]}
      value="newest"
      onChange={changed}
    />,
  )
  const button = screen.getByRole('button', { name: /Sort/ })
  expect(button).toHaveTextContent('Newest first')
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  expect(screen.getByRole('option', { name: 'Newest first' })).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{ArrowDown}{Enter}')
  expect(changed).toHaveBeenCalledWith('title')
  expect(screen.queryByRole('listbox')).toBeNull()
})

describe('ColorField', () => {
  test('is text with a button that opens a picker', async () => {
    const changed = jest.fn()
    render(<ColorField label="Background colour" value="#1a2b3c" onChange={changed} />)
    expect(screen.getByRole('textbox', { name: 'Background colour' })).toHaveValue('#1a2b3c')
    await userEvent.click(screen.getByRole('button', { name: 'Choose background colour' }))
    expect(await screen.findByRole('dialog', { name: 'Background colour' })).toBeVisible()
    await userEvent.click(await screen.findByRole('option', { name: /white/i }))
    expect(changed).toHaveBeenCalledWith('#ffffff')
  })

  test('paints only what is a colour', () => {
    const { container } = render(
      <ColorField label="Colour" value="red;x" onChange={() => {}} error="Please enter a colour such as #1a2b3c" />,
    )
    expect(container.querySelector('rect')).toBeNull()
    expect(screen.getByRole('textbox')).toHaveAccessibleDescription('Please enter a colour such as #1a2b3c')
  })
})
