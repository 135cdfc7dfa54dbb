import { partSheet } from './fontFaces'

const href = 'https://boards.example.com/r/embed/1.0.0/page.css'
const sheet =
  '@font-face{font-family:Noto Sans Variable;font-style:normal;font-weight:100 900;font-stretch:62.5% 100%;src:url(noto.woff2) format("woff2");unicode-range:U+0000-00FF,U+0131}' +
  `.name_a{font-family:Noto Sans Variable,sans-serif;background:url('dots.png')}.mask{mask:url(#clip);cursor:url(data:image/png;base64,AA)}`

test('faces are parted from the rules, with addresses of their file', () => {
  const { faces, rules } = partSheet(sheet, href)
  expect(faces).toEqual([
    {
      family: 'Noto Sans Variable',
      source: 'url("https://boards.example.com/r/embed/1.0.0/noto.woff2") format("woff2")',
      descriptors: { style: 'normal', weight: '100 900', stretch: '62.5% 100%', unicodeRange: 'U+0000-00FF,U+0131' },
    },
  ])
  expect(rules).not.toContain('@font-face')
  expect(rules).toContain('url("https://boards.example.com/r/embed/1.0.0/dots.png")')
  expect(rules).toContain('url(#clip)')
  expect(rules).toContain('url(data:image/png;base64,AA)')
})

test('EMB-03 a family whose name begins another’s, as that of the figures does, is renamed in lists that name both, and its stand-in stays as narrow', () => {
  const { faces, rules } = partSheet(
    '@font-face{font-family:Multiball Figures;src:url(a.woff2)}@font-face{font-family:Multiball Figures Instead;src:local("Arial");size-adjust:65%}.a{font-family:Multiball Figures,Multiball Figures Instead,sans-serif}.b{font-family:"Multiball Figures Instead",Multiball Figures}',
    href,
  )
  expect(rules).toBe(
    '.a{font-family:"Multiball Multiball Figures","Multiball Multiball Figures Instead",sans-serif}.b{font-family:"Multiball Multiball Figures Instead","Multiball Multiball Figures"}',
  )
  expect(faces.map(({ descriptors }) => descriptors)).toEqual([{}, { sizeAdjust: '65%' }])
})

test('families get a name of our own, so that they never mix with those of the page', () => {
  const { rules } = partSheet(sheet, href)
  expect(rules).toContain('font-family:"Multiball Noto Sans Variable",sans-serif')
  expect(partSheet('.other{font:700 1em/1 "Noto Sans Variable","Noto Sans"}', href).rules).toBe(
    '.other{font:700 1em/1 "Multiball Noto Sans Variable","Noto Sans"}',
  )
  expect(
    partSheet(
      '.other{font:700 1em/1"Noto Sans Variable",My Noto Sans Variable2,x-Noto Sans Variable,Multiball Noto Sans Variable}',
      href,
    ).rules,
  ).toBe(
    '.other{font:700 1em/1"Multiball Noto Sans Variable",My Noto Sans Variable2,x-Noto Sans Variable,Multiball Noto Sans Variable}',
  )
})
