import { setSlot, type Slot } from '../slot'
import partnerReact from './partnerReact'

const ofVersion = (version: string) => ({
  react: { version },
  reactDom: { version, createRoot: () => {}, createPortal: () => {} },
})
const given = (pair: object) => {
  setSlot(pair as Slot)
  return Object.keys(partnerReact('^19.0.0'))
}

test('EMB-08 boards run on a partner’s React that fits, whole and of one version, and on ours in every other page', () => {
  expect(given(ofVersion('19.2.1'))).toEqual(['react', 'react-dom', 'react-dom/client'])
  const unfit = [
    {},
    ofVersion('17.0.2'),
    ofVersion('18.3.1'),
    { ...ofVersion('19.2.1'), react: { version: '19.2.0' } },
    { ...ofVersion('19.2.1'), reactDom: { version: '19.2.1' } },
  ]
  expect(unfit.map(given)).toEqual(unfit.map(() => []))
})
