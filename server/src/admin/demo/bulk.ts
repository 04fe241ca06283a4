import type { App } from '../../app.ts'
import type { Realm } from '../../realms/realm.ts'
import { sealWithin } from '../../sealing/seal-stored-secrets.ts'
import type { Bulk } from './bulk-store.ts'
import { conversations } from './conversations/index.ts'
import { isScriptLine } from './script.ts'
import { analyze, storeBulk } from './store.ts'

export const bulkSize = { people: 5_000, channels: 500, messages: 100_000 }
const minute = 60_000

/** Time between the first bulk message and the start of the story. */
export const bulkPeriodMs = (bulkSize.messages + 1_440) * minute

const firstNames =
  'Ada Amir Anouk Astrid Bao Carla Cem Dario Dora Elif Emeka Enzo Fatima Felix Freya Gus Hana Hugo Ida Imran Ines Jonas Jun Kaya Lars Leila Lin Lotte Mara Mateo Mina Nils Noor Oskar Paula Priya Quinn Rafa Rosa Sami Sofia Tariq Theo Uma Vera Viktor Wanda Xenia Yara Zoe'
const lastNames =
  'Abel Albers Amadi Bauer Berg Castro Cole Dahl Demir Dietz Ekman Ferrari Fuchs Gomez Graf Haas Hansen Ito Jansen Kaya Keller Khan Kim Koch Lang Lopes Mayer Moreau Nagy Ng Novak Okoro Olsen Park Petit Quist Reyes Rossi Sato Silva Singh Sommer Tanaka Ueda Vogel Wang Weber Wolf Yilmaz Zeller'
const places =
  'Aachen Bergen Cadiz Delft Evora Faro Ghent Haifa Izmir Jena Kyoto Lyon Malmo Nantes Oslo Porto Quebec Riga Split Turin Utrecht Vigo Wels York Zadar'
const subjects =
  'deliveries orders garden catalog warehouse events returns training suppliers repairs press seeds tools trucks weather interns gloves pots fences shelves'

const array = (words: string) => `string_to_array('${words}', ' ')`
/** Picks a word by number. Pairs from two lists stay unique for a while. */
const pick = (words: string, number: string) =>
  `(${array(words)})[1 + (${number})::int % ${words.split(' ').length}]`

/** Texts of the story without mentions, uploads or other references. */
const plainTexts = () =>
  conversations.flatMap(({ entries }) =>
    entries.flatMap((entry) =>
      isScriptLine(entry) && !/[@*`{}$#:/\\[\]<>&|_~"\n]|^\d/.test(entry.text) ? [entry.text] : [],
    ),
  )

/**
 * Adds thousands of users, hundreds of channels and a hundred thousand messages from before the story, all read. One
 * transaction, with an event without recipients that makes every process reload the directory.
 */
export async function addBulk(
  app: App,
  realm: Realm,
  { reader, until }: { reader: number; until: number },
  size = bulkSize,
): Promise<void> {
  const bulk: Bulk = {
    ...size,
    realm: String(realm.id),
    scratch: 'create temporary table',
    person: {
      email: `'p' || n || '@crowd.example'`,
      name: `${pick(firstNames, 'n')} || ' ' || ${pick(lastNames, 'n / 50')}
        || case when n >= 2500 then '-' || ${pick(lastNames, 'n')} else '' end`,
      key: `replace(gen_random_uuid()::text, '-', '')`,
    },
    channel: { name: `${pick(subjects, 'n / 25')} || ' ' || ${pick(places, 'n')}` },
    reader,
    since: new Date(until - bulkPeriodMs),
    texts: plainTexts(),
  }
  const batch = { from: 1, to: size.messages, until: new Date(until), id: `nextval('message_id')` }
  await realm.transactExclusively(async (tx) => {
    const { users, channels } = await storeBulk(tx.db, bulk, batch)
    await sealWithin(tx)
    tx.publish({ type: 'refresh' }, { users: [] }, { users, channels, subscriptions: { channels, users } })
  })
  await analyze(app.database.db)
}
