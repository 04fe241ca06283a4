import { ana, chen, code, emil, haruka, ines, inTopic, olga, on, resolve, tom, yusuf } from '../script.ts'

const reading = code(
  'c',
  `
/* Raw value is Q8.8, two's complement. */
static uint16_t read_moisture(void) {
    uint16_t raw = adc_read(CH_MOIST);
    int16_t  comp = temp_compensation(temp_read());   /* negative below 0 degC */
    return raw + comp;
}`,
)

const repaired = code(
  'c',
  `
static int16_t read_moisture(void) {
    int32_t value = (int32_t)adc_read(CH_MOIST) + temp_compensation(temp_read());
    if (value < 0)        value = 0;          /* dry soil in frost is dry, not wet */
    if (value > 100 << 8) value = 100 << 8;
    return (int16_t)value;
}`,
)

const check = code(
  'python',
  `
import csv, sys

WRAP = 0xFFFF / 256          # 255.996, what 16 bits make of "just below zero"

for row in csv.DictReader(sys.stdin):
    moisture, celsius = float(row["moisture"]), float(row["celsius"])
    if moisture > 100:
        print(f'{row["probe"]}  {row["at"]}  {celsius:+.1f} C  {moisture:.2f} -> {moisture - WRAP:.2f}')`,
)

const count = code(
  'sql',
  `
select date_trunc('day', measured_at) as day,
       count(*) filter (where moisture > 100) as impossible,
       count(distinct probe_id) filter (where moisture > 100) as probes
from reading
where measured_at > now() - interval '3 weeks'
group by 1 order by 1;`,
)

/** A bug that appears only in frost, and the release that fixes it. */
export const firmware = [
  inTopic(
    'hardware',
    'Probe reads 255 % in frost',
    on(-16, '07:40'),
    ines(
      'Customer in Lapland says that her soil is 255 % water. I told her that would be a lake. She sent a photograph. It is not a lake.',
    ),
    chen('Firmware version?'),
    ines('1.4.0, on the sticker.'),
    chen('Temperature?'),
    ines('She wrote "normal". In Lapland.'),
    chen('So minus nine.', { react: { joy: 'tom emil', snowflake: 'ines' } }),
    on(-16, '09:10'),
    chen('255.99 is 0xFFFF in Q8.8. Something goes just below zero and comes back at the top.'),
    yusuf(
      'I looked at what the probes send us. It is not only Lapland; it begins wherever the night goes below zero, and it stops at breakfast.\n\n' +
        count,
      { pause: 320, react: { eyes: 'chen tom', '+1': 'ana' } },
    ),
    yusuf(
      '| day | impossible | probes |\n|---|---:|---:|\n| Mon | 3 | 1 |\n| Tue | 0 | 0 |\n| Wed | 41 | 6 |\n| Thu | 188 | 23 |',
      { react: { open_mouth: 'ines olga' } },
    ),
    on(-15, '07:05'),
    olga('How many of these did we sell north of Hamburg?'),
    ines('412.'),
    olga('And winter is when?'),
    emil('In about three weeks.', { react: { grimacing: 'ana chen' } }),
    chen(`Found it. This line is from March, when nothing was below zero.\n\n${reading}`, {
      star: 'ana yusuf',
    }),
    chen(
      '`comp` is signed, `raw` is not, the sum is not. Dry soil at minus one gives −1, which as unsigned is everything.',
    ),
    tom("Ah, the two's complement, gift that keeps on giving. Who reviewed that?"),
    chen('You did.'),
    tom('I withdraw the question.', { react: { joy: 'ana chen emil ines yusuf' } }),
    ana(
      'What does the customer see meanwhile? If the display says 255 somebody will stop watering a house plant that needs it.',
    ),
    chen('The house plant is not in frost.'),
    ana('The balcony tomato is.'),
    chen('Fair.'),
    on(-15, '13:30'),
    yusuf(
      "A small script for the readings we already have, so that the graphs in people's accounts can be repaired rather than deleted:\n\n" +
        check,
      { react: { '+1': 'chen ana tom' } },
    ),
    yusuf('I would rather correct than delete, since the value is not lost, only wearing the wrong hat.'),
    ana(
      'Correct, with a note in the account: "Readings in frost were shown too high; we have corrected them." No passive voice, no "may have".',
    ),
    on(-14, '08:00'),
    chen(`Fix:\n\n${repaired}`, { react: { '+1': 'tom yusuf', ship_it: 'ana' } }),
    tom('Reviewed. Slowly, this time. What happens at exactly 100?'),
    chen('It stays 100.'),
    tom('And at minus forty, where the thermometer itself gives up?'),
    chen('…'),
    tom('I ask for Lapland.'),
    chen(
      '`temp_read()` returns −128 when it is not there. Then comp is nonsense. Good catch. Added a test.',
      {
        react: { heart: 'tom' },
        edit: '`temp_read()` returns −128 when it is not there. Then `comp` is nonsense. Good catch. Added a test, and one for the test.',
      },
    ),
    emil(
      "I have put four probes into the chest freezer, between the peas and Olga's ice cream. They report every minute.",
    ),
    olga('They leave the ice cream alone?'),
    emil('They say it is 61 % water.', { react: { joy: 'olga ana chen tom', ice_cream: 'ines' } }),
    on(-13, '07:20'),
    emil(
      'Night in the freezer: minus 19, four probes, 2,880 readings, none above 100, none below 0. One froze to the peas.',
    ),
    chen('1.4.1 is built. Signed. Old probes take it over the air when they next wake up.'),
    ines('I have written to Lapland. She answered: "Good. It was a very wet-feeling number."', {
      react: { joy: 'ana emil chen', heart: 'olga' },
    }),
    on(-12, '08:30'),
    yusuf(
      'Since 1.4.1 went out: 0 impossible readings in frost from 391 of 412 probes. The other 21 are asleep, or in the lake.',
      { pause: 5, react: { tada: 'ana chen ines olga emil' } },
    ),
    chen('Release notes: "Frost is no longer wet."'),
    ana('Ship exactly that.', { react: { ship_it: 'tom ines yusuf' } }),
    resolve('chen'),
  ),
  inTopic(
    'hardware',
    'Probe 1.4.2 and the battery',
    on(-6, '08:10'),
    chen(
      'Side effect of 1.4.1 that I do not like: some probes wake up more often than they should. Overnight, same batch; red is 1.4.1, green is 1.4.0:\n\n{battery-overnight}',
      { react: { eyes: 'ana tom' } },
    ),
    tom('That is not a slope, that is a cliff.'),
    chen(
      'It begins when the temperature crosses zero. The new code clamps, the clamp counts as a change, a change sends, sending costs.',
    ),
    ana('So they wake up to tell us that nothing happened.'),
    chen('Like people.'),
    emil('Nine days instead of two years, if I read the chart correctly.'),
    chen('Eleven. You read it in pencil.'),
    on(-5, '09:30'),
    chen(
      '1.4.2: a value only counts as changed if it changed before clamping. Four probes in the freezer again. Sorry, Olga.',
    ),
    olga('I have moved the ice cream to a place that does not transmit.'),
    // Unread from here.
    on(-2, '07:45'),
    chen('Two nights in the freezer: 0.3 % charge used. On 1.4.1 it was 14 %.', {
      react: { '+1': 'tom emil', tada: 'ines' },
    }),
    emil('The peas are fine as well, since nobody asks.'),
    tom('Rollout in three parts? Ten, a hundred, the rest?'),
    chen("Ten today. Emil's, mine, the eight at the allotment."),
    emil('The allotment people will want cake for being tested on.'),
    ines('Cake is in the shipping budget under "padding".', { react: { cake: 'emil tom', joy: 'chen' } }),
    on(-2, '14:20'),
    chen('Ten updated. All ten report. One reports from a car.'),
    emil('Mine. I was moving it.'),
    on(-1, '07:30'),
    chen('After a night: ten probes, ten quiet. Going to a hundred.'),
    yusuf(
      'The hundred are chosen so that sixty of them are where it freezes tonight, otherwise we would be testing the weather in Lisbon.',
      { pause: 380 },
    ),
    tom('Please wait with the rest until the shop is healthy again. I can watch one fire at a time.'),
    chen('Waiting.'),
    on(0, '07:25'),
    chen(
      'A hundred probes, a frosty night, 99 quiet. Number 100 sends every four seconds and says that it is 74 degrees.',
    ),
    emil('It is in a compost heap.'),
    chen('How do you know?'),
    emil('74 degrees is a good compost heap.', { react: { joy: 'tom ines chen haruka', '+1': 'yusuf' } }),
    chen('It is number 0418, sold to a Mr. Petersen. @ines could you ask him where he put it?'),
    ines('He says: "In the compost, naturally, that is where it is interesting."'),
    haruka('Then it is not a bug but a market.', { react: { bulb: 'emil olga', joy: 'chen' } }),
    chen(
      '@ana release notes for 1.4.2 need your blessing before the rest goes out: "Sleeps when nothing happens. Works in compost."',
      { pause: 45 },
    ),
  ),
]
