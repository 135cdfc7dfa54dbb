import { scriptsOf, type Script } from './letters'

test.each<[text: string, isJapanese: boolean, scripts: Script[]]>([
  ['Maria Okonkwo', false, []],
  ['Željko Đorđević', false, []],
  ['Nguyễn Thị Phương', false, []],
  ['Дмитрий Соколов', false, []],
  ['अनिल शर्मा', false, []],
  ['Sam “Tilt” O’Neill © ®', false, []],
  ['Attack from Mars™', false, []],
  ['さくら', false, ['japanese']],
  ['田中 タロウ', false, ['japanese']],
  ['田中太郎', true, ['japanese']],
  ['王小明', false, ['chinese']],
  ['김민수', false, ['korean']],
  ['สมชาย', false, ['thai']],
  ['محمد', false, ['arabic']],
  ['Bex 🎱', false, ['emoji']],
  ['🇯🇵 さくら', false, ['japanese', 'emoji']],
])('NAM-03 %j needs the letters of its scripts (a Japanese screen: %p): %j', (text, isJapanese, scripts) =>
  expect(scriptsOf(text, isJapanese)).toEqual(scripts),
)
