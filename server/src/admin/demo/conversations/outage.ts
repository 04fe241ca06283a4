import { bea, chen, code, dia, ines, inTopic, olga, on, salma, tom, watchman, yusuf } from '../script.ts'

const log = code(
  'text',
  `
10:31:07 checkout  ERROR  pool exhausted: 20 in use, 0 idle, 143 waiting
10:31:07 checkout  ERROR  POST /basket/confirm 503 30004ms
10:31:08 checkout  WARN   slow query 28412ms  select … from stock where sku = $1 for update`,
)

const held = code(
  'sql',
  `
select pid, now() - xact_start as open_for, state, left(query, 60) as query
from pg_stat_activity
where state = 'idle in transaction'
order by xact_start limit 3;

--  pid  |   open_for   |        state        | query
-- 21877 | 00:34:51.206 | idle in transaction | update stock set counted = $1 where shelf = $2`,
)

const alert = (level: string, text: string) => `**${level}** ${text}`

/** Forty minutes without a checkout, and the follow-up. */
export const outage = [
  inTopic(
    'ops',
    'checkout down',
    on(-1, '10:31'),
    watchman(alert(':warning: checkout', 'answers slowly: median 8.2 s over the last 2 minutes (limit 1 s)')),
    watchman(
      alert(':rotating_light: checkout', 'is failing: 71 % of requests answered 503 in the last minute'),
      { pause: 1, react: { eyes: 'tom' } },
    ),
    tom('I see it. Looking.', { pause: 1 }),
    dia('Two customers on the phone say that the shop eats their basket and then thinks about it.', {
      pause: 1,
    }),
    bea('Three now.'),
    tom('Servers are bored: CPU 4 %, memory fine. So everybody is waiting for somebody.'),
    tom(`Found it:\n\n${log}`, { react: { '+1': 'chen' } }),
    watchman(
      alert(':rotating_light: checkout', 'is failing: 96 % of requests answered 503 in the last minute'),
      { pause: 1 },
    ),
    olga('How much is this per minute?'),
    tom('On an ordinary day eleven euros. Today there is a newsletter.'),
    olga('*Today* there is a newsletter.'),
    bea('It has 14,000 readers and says "now".'),
    chen('Pool of 20, all held by the same `for update`. Who locks the stock table?', { pause: 2 }),
    tom('@*on-call* that is both of us, @yusuf, I am sorry, it is half past five where you are.'),
    yusuf('I am awake. The baby is also on call.', {
      pause: 6,
      react: { baby: 'tom dia', coffee: 'olga chen' },
    }),
    yusuf(
      'It will be something that opened a transaction and went for a walk. Look for idle in transaction.',
    ),
    tom(`Behold:\n\n${held}`, { react: { facepalm: 'yusuf chen', eyes: 'ines' } }),
    chen('`counted`. `shelf`. Somebody is counting shelves.'),
    ines(
      'That is me. It is the stocktaking. I scanned shelf 14 and then the forklift battery died and I went to look after it.',
    ),
    tom('Is your scanner still on "Count this shelf? OK / Cancel"?'),
    ines('Yes.'),
    tom('Press Cancel.', { react: { joy: 'chen yusuf' } }),
    ines('Pressed.'),
    chen('The pool breathes.'),
    watchman(alert(':warning: checkout', 'recovers: 38 % of requests answered 503 in the last minute'), {
      pause: 2,
    }),
    tom('And there go 143 people through the door at once.'),
    watchman(
      alert(
        ':check_mark: checkout',
        'is well: median 0.3 s, no errors for 5 minutes. It was failing for **41 minutes**.',
      ),
      { pause: 6, react: { tada: 'tom bea dia olga', coffee: 'yusuf' } },
    ),
    ines('I want to say that I followed the manual. Page 3: "leave the scanner on while you count".'),
    tom(
      'You did nothing wrong. A scanner that can stop a shop is our mistake. Nobody should be able to do that with a forklift battery.',
      { react: { heart: 'ines dia bea', '100': 'olga' } },
    ),
    on(-1, '13:20'),
    salma('Good morning, I slept through it, what did I miss apart from all of it?'),
    tom('Chart for your breakfast. Gray is who came, red is who was served.\n\n{checkout-errors}', {
      react: { grimacing: 'salma' },
    }),
    salma('So 40 minutes of newsletter traffic in a bucket. How many came back?'),
    yusuf(
      'Of 611 people whose basket failed, 402 have returned and bought. 37 have bought twice, which I am sorting out by hand and with affection.',
    ),
    olga('So the damage is?'),
    yusuf('About 1,900 euros, if the remaining ones never come back, and a little less sleep.', {
      react: { pray: 'olga' },
    }),
    dia(
      'I have written to the 37. Draft: "You were so kind as to buy the same thing twice. We send one and return the other, unless you have two gardens."',
    ),
    bea('Four have two gardens.', { pause: 90, react: { joy: 'dia salma olga tom yusuf' } }),
    on(0, '07:50'),
    tom(
      'What we change, before it becomes folklore:\n\n1. `idle_in_transaction_session_timeout = \'15s\'` for everything that is not a person with a reason\n2. the scanner counts first and locks afterward\n3. Watchman looks for locks older than a minute\n4. the newsletter asks ops before it says "now"',
      { key: 'changes', react: { '+1': 'chen yusuf salma bea', ship_it: 'ines' } },
    ),
    chen('1 is done? I see it in the configuration since last night.'),
    tom('1 is done. I could not sleep either.'),
    ines('For 2 I would like to test the scanner before it is forced upon the forklift.'),
    salma(
      '{quote changes}\n4 exists: the newsletter now has a box "ops knows". It cannot be sent without it. It can be ticked without ops knowing, but one would feel bad.',
      { pause: 330, react: { joy: 'tom bea' } },
    ),
    watchman(alert(':check_mark: locks', 'new check is active: longest transaction 0.4 s')),
    tom(
      '@ana you asked before the fair what would happen if we had more visitors. This. The write-up is above, the slides can wait until you have slept.',
    ),
  ),
  inTopic(
    'ops',
    'alerts',
    on(-21, '02:12'),
    watchman(alert(':warning: backup', 'took 41 minutes (usually 18)')),
    tom('Old photographs were moved that night. Expected.'),
    on(-14, '04:03'),
    watchman(alert(':warning: disk', 'on `shed-2` is 81 % full')),
    tom('Catalog drafts, 43 versions of page 14. Archived.'),
    on(-8, '03:30'),
    watchman(alert(':warning: certificate', 'of `probe.wrendibber.example` expires in 20 days')),
    yusuf('Renewed, and the reminder for the reminder as well.', { pause: 600, react: { '+1': 'tom' } }),
    on(-5, '11:45'),
    watchman(alert(':warning: temperature', 'in the server cupboard is 31 °C (limit 30 °C)')),
    tom('Somebody has put the blankets there.'),
    ines('You said they were for people.'),
    tom('The servers have been very grateful.', { react: { joy: 'ines olga chen' } }),
  ),
]
