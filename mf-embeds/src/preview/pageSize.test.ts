import { pageSize } from './pageSize'

const wide = { width: 1280, height: 720 }
const strip = { width: 860, height: 170 }
const fluid = { fit: 'fluid', width: '', height: '' } as const

test.each([
  ['desktop', fluid, wide, { width: 1280, height: 815 }],
  ['phone', fluid, wide, { width: 390, height: 353 }],
  ['desktop', fluid, strip, { width: 1280, height: 560 }],
  ['desktop', { fit: 'fixed', width: '640', height: '640' }, wide, { width: 1280, height: 892 }],
  ['phone', { fit: 'fixed', width: '640', height: '1280' }, wide, { width: 390, height: 760 }],
] as const)('on a %s %j of %j makes a page of %j', (device, look, canvas, size) =>
  expect(pageSize(device, look, canvas)).toEqual(size),
)
