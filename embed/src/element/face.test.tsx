import { createFace } from './face'

test('EMB-06 a browser without sheets of one’s own, such as Safari before 16.4, shows the board and the fallback all the same', () => {
  const illegal = jest.spyOn(globalThis, 'CSSStyleSheet' as never).mockImplementation((() => {
    throw new TypeError('Illegal constructor')
  }) as never)
  const element = document.body.appendChild(document.createElement('div'))
  const { show, turn } = createFace(element)
  turn(false, 'Waiting for data...')
  const root = element.shadowRoot!
  expect(root.querySelector('style')!.textContent).toContain('.on .show{visibility:visible}')
  expect(root.querySelector('.card')!.textContent).toBe('Waiting for data...')
  turn(true)
  expect(root.querySelector('.box')!.className).toContain('on')
  expect(show.isConnected).toBe(true)
  illegal.mockRestore()
})
