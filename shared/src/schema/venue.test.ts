import * as v from 'valibot'
import { isDeviceUuid, PairInput } from './venue'

const uuid = '0a1b2c3d4e5f46788899aabbccddeeff'
const dashed = '0a1b2c3d-4e5f-4678-8899-aabbccddeeff'
const shortcodeIn = (shortcode: string) => v.safeParse(PairInput, { shortcode })

test.each([
  ['a code', 'AC4D7K', 'AC4D7K'],
  ['a code as it is typed', ' ac4 d7k ', 'AC4D7K'],
  ['a uuid', dashed, uuid],
  ['a plain one in capitals', uuid.toUpperCase(), uuid],
  ['the link of a QR code', `https://scorbit.link/qrcode?$deeplink_path=vpin&machineid=4419&uuid=${dashed}`, uuid],
  ['a link with another uuid before', `https://a.example/?machineid=${'1'.repeat(32)}&uuid=${uuid}&x=1`, uuid],
  ['a uuid in a sentence', `UUID: ${dashed}, serial 12`, uuid],
])('MAC-02 %s pairs', (_what, typed, shown) => {
  const { output } = shortcodeIn(typed)
  expect(output).toEqual({ shortcode: shown })
  expect(isDeviceUuid(shown)).toBe(shown === uuid)
})

test.each(['', 'AC4D7', 'AC4D7KM', 'https://scorbit.link/', `${uuid}0`, `0${uuid}`, 'x'.repeat(2_001)])(
  '%j pairs nothing',
  (typed) => {
    expect(shortcodeIn(typed).success).toBe(false)
  },
)
