import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PageConfig } from '@multiball/shared/schema'
import * as v from 'valibot'
import { readConfig } from './config'
import { StartError } from './startError'

const encoded = ' In a password, / @ : and # must be percent-encoded, such as %2F for /.'

describe('readConfig', () => {
  test('needs nothing', () => {
    const config = readConfig({}, '/srv/multiball')
    expect(config).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      dataFolder: '/srv/multiball/data',
      deployFolder: '/srv/multiball/deploy',
      databaseUrl: undefined,
      publicUrl: 'http://localhost:3000',
      proxies: 0,
      demo: false,
      metricsPort: undefined,
    })
    expect(v.parse(PageConfig, config.pages)).toMatchObject({
      apiHost: '',
      scoresHost: '',
      winnerMachineTitle: null,
      branding: 'Powered by Multiball',
    })
  })

  test('mails come from the host of PUBLIC_URL, or from MAIL_FROM', () => {
    expect(readConfig({})).toMatchObject({ smtpUrl: undefined, mailFrom: 'Multiball <no-reply@localhost>' })
    expect(
      readConfig({ PUBLIC_URL: 'https://boards.example.com:8443', SMTP_URL: 'smtps://ann:secret@mail.example.com' }),
    ).toMatchObject({
      smtpUrl: 'smtps://ann:secret@mail.example.com',
      mailFrom: 'Multiball <no-reply@boards.example.com>',
    })
    expect(readConfig({ MAIL_FROM: 'boards@example.com' }).mailFrom).toBe('boards@example.com')
    expect(readConfig({ MAIL_FROM: 'Silver Ball Arcade <boards@example.com>' }).mailFrom).toBe(
      'Silver Ball Arcade <boards@example.com>',
    )
  })

  test('BAK-01 BAK-05 BAK-06 where backups go, when, for whom and how long', () => {
    const recipient = `age1${'q'.repeat(58)}`
    expect(readConfig({}).backups).toBeUndefined()
    expect(readConfig({ BACKUP_DIR: 'backups' }, '/srv').backups).toEqual({
      folder: '/srv/backups',
      hour: 4,
      keep: { daily: 7, weekly: 4, monthly: 6 },
      recipients: [],
    })
    expect(
      readConfig({
        BACKUP_S3_URL: 'https://key:secret@s3.example.com/backups',
        BACKUP_HOUR: '23',
        BACKUP_KEEP: '3, 0, 12',
        BACKUP_RECIPIENTS: `${recipient}, ${recipient}`,
      }).backups,
    ).toEqual({
      storeUrl: 'https://key:secret@s3.example.com/backups',
      hour: 23,
      keep: { daily: 3, weekly: 0, monthly: 12 },
      recipients: [recipient, recipient],
    })
  })

  test.each([
    [
      { BACKUP_KEEP: '7' },
      'BACKUP_KEEP cannot be "7": how many days, weeks and months are kept, such as 7,4,6, is expected.',
    ],
    [{ BACKUP_HOUR: '24' }, 'BACKUP_HOUR cannot be "24": at most 23.'],
    [
      { BACKUP_RECIPIENTS: 'ann' },
      'BACKUP_RECIPIENTS cannot be "ann": public keys of age, such as age1…, separated by commas, are expected.',
    ],
    [
      { BACKUP_RECIPIENTS: 'AGE-SECRET-KEY-1QQ' },
      'BACKUP_RECIPIENTS cannot be used: public keys of age, such as age1…, separated by commas, are expected.',
    ],
    [
      { BACKUP_S3_URL: 'https://key:secret@s3.example.com' },
      `BACKUP_S3_URL cannot be used: an address such as https://KEY:SECRET@s3.example.com/bucket/folder is expected.${encoded}`,
    ],
    [
      { BACKUP_S3_URL: 'https://key:secret@s3.example.com/b', BACKUP_DIR: 'b' },
      'BACKUP_DIR and BACKUP_S3_URL are both set: leave one of them out.',
    ],
  ])('%j is refused', (environment, sentence) => {
    expect(() => readConfig(environment)).toThrow(new StartError(sentence))
  })

  test('INS-03 a DEPLOY_DIR or DATA_DIR that is a file is refused with a sentence, one that is not there yet is not', () => {
    const file = __filename
    for (const name of ['DEPLOY_DIR', 'DATA_DIR'])
      expect(() => readConfig({ [name]: file })).toThrow(
        new StartError(`${name} is ${file}, which is a file. Name a folder.`),
      )
    expect(readConfig({ DEPLOY_DIR: `${file}.d` }).deployFolder).toBe(`${file}.d`)
  })

  test('an empty variable counts as none', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({ port: 3000, databaseUrl: undefined })
  })

  test.each([
    [{}, true],
    [{ PUBLIC_URL: 'http://127.0.0.1:8080' }, true],
    [{ PUBLIC_URL: 'https://boards.example.com' }, false],
    [{ PUBLIC_URL: 'http://localhost.example.com' }, false],
    [{ TRUST_PROXY: '1' }, false],
    [{ HOST: '0.0.0.0' }, false],
    [{ HOST: '::1' }, true],
    [{ HOST: '192.0.2.7', PUBLIC_URL: 'http://localhost:3000' }, false],
    [{ PUBLIC_URL: 'https://staging.example.com', OVERRIDES: '1' }, true],
    [{ OVERRIDES: '0' }, false],
  ])('with %j developers may override remotes: %s', (environment, expected) => {
    expect(readConfig(environment).pages.overrides).toBe(expected)
  })

  test('ACC-10 links that are not set lead to our own pages', () => {
    expect(readConfig({ PUBLIC_URL: 'https://boards.example.com' }).pages.links).toEqual({
      account: 'https://boards.example.com/profile',
      help: 'https://boards.example.com/help',
      mainSite: 'https://boards.example.com/',
    })
  })

  test.each([
    [{}, true],
    [{ HOST: 'localhost', PUBLIC_URL: 'http://127.0.0.1:8080' }, true],
    [{ DATABASE_URL: 'postgres://x' }, false],
    [{ HOST: '0.0.0.0' }, false],
    [{ PUBLIC_URL: 'https://boards.example.com' }, false],
    [{ TRUST_PROXY: '1' }, false],
  ])('OPS-04 npm start with %j makes a demo: %s', (environment, expected) => {
    expect(readConfig({ ...environment, DEMO: 'auto' }).demo).toBe(expected)
  })

  test('OPS-03 metrics are for this machine unless METRICS_HOST says more, whatever HOST is', () => {
    expect(readConfig({ HOST: '0.0.0.0', METRICS_PORT: '9100' })).toMatchObject({
      metricsPort: 9100,
      metricsHost: '127.0.0.1',
    })
    expect(readConfig({ METRICS_HOST: '10.0.0.5' }).metricsHost).toBe('10.0.0.5')
    expect(() => readConfig({ PORT: '9100', METRICS_PORT: '9100', METRICS_HOST: '0.0.0.0' })).toThrow(
      new StartError('PORT and METRICS_PORT are both 9100: set METRICS_PORT to another one.'),
    )
    expect(readConfig({ HOST: '10.0.0.5', PORT: '9100', METRICS_PORT: '9100' }).metricsPort).toBe(9100)
  })

  test('ACC-10 ACC-11 ACC-13 the pages learn links, disabled sections and cookie domains', () => {
    const { pages } = readConfig({
      ACCOUNT_URL: 'https://example.com/account',
      HELP_URL: 'https://example.com/help',
      MAIN_SITE_URL: 'https://example.com/',
      DISABLED_SECTIONS: 'Slideshows, Streamboards',
      COOKIE_DOMAINS: 'Example.com,boards.example.org',
      WINNER_MACHINE_TITLE: 'The Sopranos',
      API_HOST: 'https://api.example.com/',
      SCORES_HOST: 'wss://live.example.com/',
    })
    expect(pages).toMatchObject({
      links: {
        account: 'https://example.com/account',
        help: 'https://example.com/help',
        mainSite: 'https://example.com/',
      },
      disabledSections: ['Slideshows', 'Streamboards'],
      cookieDomains: ['example.com', 'boards.example.org'],
      winnerMachineTitle: 'The Sopranos',
      apiHost: 'https://api.example.com',
      scoresHost: 'wss://live.example.com',
    })
  })

  test.each([
    ['PORT', 'eighty', 'PORT cannot be "eighty": a whole number is expected.'],
    ['PORT', '70000', 'PORT cannot be "70000": at most 65535.'],
    ['DEMO', 'maybe', 'DEMO cannot be "maybe": 1, 0 or auto is expected.'],
    [
      'DATABASE_URL',
      'mysql://x',
      `DATABASE_URL cannot be used: an address with postgres:// or postgresql:// is expected.${encoded}`,
    ],
    [
      'PUBLIC_URL',
      'boards.example.com',
      'PUBLIC_URL cannot be "boards.example.com": an address with http:// or https:// is expected.',
    ],
    [
      'SMTP_URL',
      'http://ann:secret@x',
      `SMTP_URL cannot be used: an address with smtp:// or smtps:// is expected.${encoded}`,
    ],
    [
      'NATS_URL',
      'http://ann:secret@x',
      `NATS_URL cannot be used: an address with nats:// or tls:// is expected.${encoded}`,
    ],
    [
      'NATS_URL',
      'nats://ann:secret@x, nats://bob:hidden@y',
      `NATS_URL cannot be used: addresses with the same scheme, user and password are expected.${encoded}`,
    ],
    [
      'PUBLIC_URL',
      'https://example.com/boards',
      'PUBLIC_URL cannot be "https://example.com/boards": only a scheme and a host are expected, such as https://boards.example.com.',
    ],
    [
      'PUBLIC_URL',
      'https://example.com/?a',
      'PUBLIC_URL cannot be "https://example.com/?a": only a scheme and a host are expected, such as https://boards.example.com.',
    ],
    [
      'PUBLIC_URL',
      'https://ann:secret@example.com',
      'PUBLIC_URL cannot be used: only a scheme and a host are expected, such as https://boards.example.com.',
    ],
    [
      'API_HOST',
      'https://example.com/api',
      'API_HOST cannot be "https://example.com/api": only a scheme and a host are expected, such as https://boards.example.com.',
    ],
    [
      'REMOTE_ORIGINS',
      'https://a.example, https://b.example/r',
      'REMOTE_ORIGINS cannot be "https://a.example, https://b.example/r": only a scheme and a host are expected, such as https://boards.example.com.',
    ],
    ['MAIL_FROM', 'Ann', 'MAIL_FROM cannot be "Ann": an address such as Multiball <no-reply@example.com> is expected.'],
    [
      'MAIL_FROM',
      'a@b.c, d@e.f',
      'MAIL_FROM cannot be "a@b.c, d@e.f": an address such as Multiball <no-reply@example.com> is expected.',
    ],
    [
      'HELP_URL',
      'javascript:alert(1)',
      'HELP_URL cannot be "javascript:alert(1)": an address with http:// or https:// is expected.',
    ],
    [
      'HELP_URL',
      'https:example.com',
      'HELP_URL cannot be "https:example.com": an address with http:// or https:// is expected.',
    ],
    [
      'MAIL_FROM',
      'https://ann:secret@example.com',
      'MAIL_FROM cannot be used: an address such as Multiball <no-reply@example.com> is expected.',
    ],
    ['SMTP_URL', 'smtp://', `SMTP_URL cannot be used: a host is expected behind the //.${encoded}`],
    ['NATS_URL', 'nats://', `NATS_URL cannot be used: a host is expected behind the //.${encoded}`],
    [
      'WEBHOOK_NETWORKS',
      '10.0.0.0/8, home',
      'WEBHOOK_NETWORKS cannot be "10.0.0.0/8, home": networks such as 192.168.1.0/24, or addresses, separated by commas, are expected.',
    ],
    ['BACKUP_RECIPIENTS', ',', 'BACKUP_RECIPIENTS cannot be ",": something between the commas is expected.'],
    [
      'SCORES_HOST',
      'wss://live.example.com?a',
      'SCORES_HOST cannot be "wss://live.example.com?a": no ? or # is expected.',
    ],
    [
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      'http://127.0.0.1:4318/#a',
      'OTEL_EXPORTER_OTLP_ENDPOINT cannot be "http://127.0.0.1:4318/#a": no ? or # is expected.',
    ],
    [
      'OTEL_EXPORTER_OTLP_HEADERS',
      'a=b,hidden',
      'OTEL_EXPORTER_OTLP_HEADERS cannot be used: name=value, separated by commas, is expected.',
    ],
    [
      'OTEL_TRACES_SAMPLER',
      'sometimes',
      'OTEL_TRACES_SAMPLER cannot be "sometimes": always_on, always_off, traceidratio, parentbased_always_on, parentbased_always_off or parentbased_traceidratio is expected.',
    ],
    [
      'OTEL_TRACES_SAMPLER_ARG',
      '1%',
      'OTEL_TRACES_SAMPLER_ARG cannot be "1%": the share of posts that are followed, from 0 to 1, is expected.',
    ],
    [
      'OTEL_TRACES_SAMPLER_ARG',
      '1.5',
      'OTEL_TRACES_SAMPLER_ARG cannot be "1.5": the share of posts that are followed, from 0 to 1, is expected.',
    ],
    ['TRUST_PROXY', 'yes', 'TRUST_PROXY cannot be "yes": the number of proxies in front, such as 1, is expected.'],
    ['TRUST_PROXY', '11', 'TRUST_PROXY cannot be "11": at most 10.'],
    ['LOG_LEVEL', 'loud', 'LOG_LEVEL cannot be "loud": fatal, error, warn, info, debug, trace or silent is expected.'],
    ['KEEP_GAMES_DAYS', '0', 'KEEP_GAMES_DAYS cannot be "0": at least 1.'],
    ['KEEP_TIMELINES_DAYS', 'ever', 'KEEP_TIMELINES_DAYS cannot be "ever": a whole number is expected.'],
    [
      'DATABASE_READ_URL',
      'postgres://db/multiball',
      'DATABASE_READ_URL is set without DATABASE_URL: the embedded database has no standby. Set DATABASE_URL, or leave both out.',
    ],
    ['DATABASE_CONNECTIONS', '1', 'DATABASE_CONNECTIONS cannot be "1": at least 2.'],
  ])('%s=%s is refused with a sentence', (variable, value, sentence) => {
    expect(() => readConfig({ [variable]: value })).toThrow(new StartError(sentence))
  })

  test('an address of a host may end with slashes, and a collector of traces may have a path', () => {
    const { publicUrl, tracesUrl, pages } = readConfig({
      PUBLIC_URL: 'https://boards.example.com:8443//',
      API_HOST: 'https://api.example.com/',
      REMOTE_ORIGINS: 'https://r.example/',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1/otlp/',
    })
    expect([publicUrl, tracesUrl, pages.apiHost, pages.remoteOrigins]).toEqual([
      'https://boards.example.com:8443',
      'http://127.0.0.1/otlp',
      'https://api.example.com',
      ['https://r.example'],
    ])
  })

  test('what OpenTelemetry reads is taken as it is', () => {
    const ours = {
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.01',
      OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a1/b=,x-team=boards',
      OTEL_SERVICE_NAME: 'boards',
    }
    expect(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', ...ours }).tracesUrl).toBe(
      'http://127.0.0.1:4318',
    )
    for (const share of ['0', '1', '.5', '1.0'])
      expect(() => readConfig({ OTEL_TRACES_SAMPLER_ARG: share })).not.toThrow()
  })

  describe('what is refused shows no part of a secret', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'multiball-secrets-'))
    afterAll(() => rmSync(folder, { recursive: true }))

    test.each([
      ['BACKUP_S3_URL', 'https://KEY:xx7/hidden@s3.example.com/bucket'],
      ['SMTP_URL', 'smtps://user:xx7/hidden@mail'],
      ['SMTP_URL', 'me@example.com:xx7hidden@smtp:465'],
      ['DATABASE_URL', 'postgres://u:xx7/hidden@h/db'],
      ['DATABASE_URL', 'mysql://u:xx7@hidden@h/db'],
      ['DATABASE_READ_URL', 'postgres://u:xx7#hidden@h/db'],
      ['DATABASE_URL', 'postgres://u:12/hidden@h/db'],
      ['NATS_URL', 'nats://u:xx7/hidden@h:4222'],
      ['NATS_URL', 'nats://u:12/hidden@h:4222'],
    ])('%s=%s', (variable, value) => {
      writeFileSync(path.join(folder, 'secret'), value)
      for (const environment of [{ [variable]: value }, { [`${variable}_FILE`]: 'secret' }]) {
        let refused: unknown
        try {
          readConfig(environment, folder)
        } catch (error) {
          refused = error
        }
        expect(refused).toBeInstanceOf(StartError)
        const { message } = refused as StartError
        expect(message).toContain('percent-encoded')
        expect(message).not.toMatch(/xx7|12|hidden|\n/)
      }
    })
  })

  describe('OPS-08 a secret in a file', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'multiball-secrets-'))
    const write = (text: string) => writeFileSync(path.join(folder, 'secret'), text)
    afterAll(() => rmSync(folder, { recursive: true }))

    test.each(['DATABASE_URL', 'NATS_URL', 'SMTP_URL'] as const)(
      '%s_FILE is read in its place, without the line end',
      (name) => {
        const address = {
          DATABASE_URL: 'postgres://ann:s@db/x',
          NATS_URL: 'nats://ann:s@bus',
          SMTP_URL: 'smtps://ann:s@mail',
        }[name]
        write(`${address}\n`)
        const { databaseUrl, natsUrls: [natsUrl] = [], smtpUrl } = readConfig({ [`${name}_FILE`]: 'secret' }, folder)
        expect([databaseUrl, natsUrl, smtpUrl]).toContain(address)
      },
    )

    test.each([
      [
        'hunter2',
        {},
        `DATABASE_URL_FILE cannot be used: an address with postgres:// or postgresql:// is expected.${encoded}`,
      ],
      [' \n', {}, 'DATABASE_URL_FILE names FOLDER/secret, which is empty.'],
      ['x'.repeat(4_097), {}, 'DATABASE_URL_FILE names FOLDER/secret, which is longer than 4096 characters.'],
      [
        'postgres://x',
        { DATABASE_URL: 'postgres://y' },
        'DATABASE_URL and DATABASE_URL_FILE are both set: leave one of them out.',
      ],
      [
        'postgres://x',
        { DATABASE_URL_FILE: 'nowhere' },
        'DATABASE_URL_FILE names FOLDER/nowhere, which cannot be read (ENOENT).',
      ],
    ])('%# is refused without a word of what is in it', (text, more, sentence) => {
      write(text)
      expect(() => readConfig({ DATABASE_URL_FILE: 'secret', ...more }, folder)).toThrow(
        new StartError(sentence.replace('FOLDER', folder)),
      )
    })
  })
})
