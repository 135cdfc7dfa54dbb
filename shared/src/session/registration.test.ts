import { checkRegistration, type RegistrationFields } from './registration'

const good: RegistrationFields = {
  username: 'maria',
  email: 'maria@example.com',
  first_name: 'Maria',
  last_name: 'Okonkwo',
  display_name: '',
  initials: 'MOK',
  password: 'Multiball-1',
  confirmation: 'Multiball-1',
}
const weak = 'Password must be at least 8 characters long and include at least one letter, one number and one symbol'

test('LOG-04 a good registration has no errors', () => {
  expect(checkRegistration(good)).toEqual({})
})

test.each<[Partial<RegistrationFields>, ReturnType<typeof checkRegistration>]>([
  [{ email: '' }, { email: 'Email should not be empty' }],
  [{ email: 'maria' }, { email: 'Please input correct email' }],
  ...[
    'maria@example',
    'maria@example.c',
    '<maria@example.com>',
    'maria@example.com,',
    'maria@example.com;',
    'maria@example.com.',
    'mailto:maria@example.com',
    'Maria <maria@example.com>',
    '"maria"@example.com',
    'maria@-example.com',
    'maria@example..com',
    'maria@exa_mple.com',
    'maria(home)@example.com',
    'maria@bücher.example',
    'maria\u200B@example.com',
    'm@ria@example.com',
    'maria @example.com',
    `${'m'.repeat(65)}@example.com`,
    'maria@127.0.0.1',
    'maria@[127.0.0.1]',
  ].map((email): [Partial<RegistrationFields>, ReturnType<typeof checkRegistration>] => [
    { email },
    { email: 'Please input correct email' },
  ]),
  ...[
    "o'maria+pinball@mail.example.com",
    'MARIA@EXAMPLE.COM',
    ' maria@example.museum ',
    'maria@xn--bcher-kva.example',
    'm@1and1.example',
  ].map((email): [Partial<RegistrationFields>, ReturnType<typeof checkRegistration>] => [{ email }, {}]),
  [{ first_name: ' ' }, { first_name: 'First name should not be empty' }],
  [{ first_name: '\u200B' }, { first_name: 'First name should not be empty' }],
  [{ first_name: 'x'.repeat(151) }, { first_name: 'At most 150 characters' }],
  [{ last_name: '' }, { last_name: 'Last name should not be empty' }],
  [{ confirmation: 'Multiball-2' }, { confirmation: 'Please check password' }],
  [{ password: 'Mult-1', confirmation: 'Mult-1' }, { password: weak }],
  [{ password: 'multiball-1', confirmation: 'multiball-1' }, { password: weak }],
  [{ password: 'MULTIBALL-1', confirmation: 'MULTIBALL-1' }, { password: weak }],
  [{ password: 'Multiball-x', confirmation: 'Multiball-x' }, { password: weak }],
  [{ password: 'Multiball11', confirmation: 'Multiball11' }, { password: weak }],
  [{ initials: 'MOKA' }, { initials: 'Initials must less than 4 characters' }],
  [{ initials: '' }, {}],
  [{ username: '', display_name: '' }, {}],
])('LOG-04 %j', (fields, errors) => {
  expect(checkRegistration({ ...good, ...fields })).toEqual(errors)
})
