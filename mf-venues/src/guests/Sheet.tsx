import { QrCode } from '@multiball/shared/display'
import type { VenueGuestScores } from '@multiball/shared/schema'
import { Button, Printed, styles } from '@multiball/shared/ui'
import { Section } from '../machine/Section'
import { sendAddress } from './modes'
import css from './Sheet.module.css'

interface SheetProps {
  /** its name */
  venue: string
  machines: VenueGuestScores['machines']
  asksDayCode: boolean
}

/** The codes of all machines that take scores, as they come out of the printer: to be cut apart, or left on one page. */
export function Sheet({ venue, machines, asksDayCode }: SheetProps) {
  const cards = machines.flatMap(({ id, name, mode, code }) =>
    mode === 'off' || code === null ? [] : [{ id, name, code }],
  )
  return (
    <Section
      title="Sheet for the wall"
      aside={
        cards.length > 0 && (
          <Button icon="qr" onPress={() => print()}>
            Print the sheet
          </Button>
        )
      }
    >
      {cards.length === 0 ? (
        <p className={styles.help}>Once a machine takes scores, its code stands here.</p>
      ) : (
        <Printed>
          <ul className={css.sheet} aria-label="Codes of the machines">
            {cards.map(({ id, name, code }) => (
              <li key={id} className={css.card}>
                <div className={css.code}>
                  <QrCode
                    address={sendAddress(code)}
                    title={`QR code of the page on which guests send scores of ${name}`}
                  />
                </div>
                <div className={css.words}>
                  <p className={css.number}>No. {id}</p>
                  <p className={css.name}>{name}</p>
                  <p className={css.call}>Send your score</p>
                  <p className={css.how}>
                    Scan, type the score, take a photo.
                    {asksDayCode && ' The code of the day is on the wall or at the bar.'}
                  </p>
                  <p className={css.venue}>{venue}</p>
                </div>
              </li>
            ))}
          </ul>
        </Printed>
      )}
    </Section>
  )
}
