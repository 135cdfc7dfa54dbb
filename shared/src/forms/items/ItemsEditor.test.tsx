import { prepareControls } from '@multiball/shared/ui'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { FormProvider, useForm } from 'react-hook-form'
import { ItemsEditor } from './ItemsEditor'

beforeAll(prepareControls)

function Editor({ count }: { count: number }) {
  const form = useForm({ defaultValues: { items: Array.from({ length: count }, (_, at) => `Board ${at + 1}`) } })
  return (
    <FormProvider {...form}>
      <ItemsEditor<string>
        name="items"
        label="Items"
        noun="item"
        titleOf={(item) => item}
        nameOf={(item) => item}
        newItem={() => ''}
        addLabel="Add Item"
        most={20}
        note={() => ''}
      >
        {({ item, buttons }) => (
          <div>
            <span data-testid="item">{item}</span>
            {buttons}
          </div>
        )}
      </ItemsEditor>
    </FormProvider>
  )
}

const order = () => screen.getAllByTestId('item').map((item) => item.textContent)
const placeOf = (title: string) => screen.queryByRole('button', { name: `Move ${title} to another place` })

test('FRM-09 the last of many is moved to the first place in one step, said, and keeps the focus', async () => {
  render(<Editor count={6} />)
  await userEvent.click(placeOf('Board 6')!)
  await userEvent.click(await screen.findByRole('menuitemradio', { name: '1' }))
  expect(order()).toEqual(['Board 6', 'Board 1', 'Board 2', 'Board 3', 'Board 4', 'Board 5'])
  expect(screen.getByRole('status')).toHaveTextContent('Board 6 is now item 1 of 6')
  expect(placeOf('Board 6')).toHaveFocus()
})

test('FRM-09 of a few the arrows are enough', () => {
  render(<Editor count={4} />)
  expect(placeOf('Board 4')).toBeNull()
})
