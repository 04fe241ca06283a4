import {
  ana,
  bea,
  ben,
  chen,
  code,
  dia,
  emil,
  haruka,
  ines,
  inTopic,
  olga,
  on,
  salma,
  spoiler,
  tom,
  yusuf,
} from '../script.ts'

/** Off-topic. */
export const random = [
  inTopic(
    'random',
    'a puzzle for the weekend',
    on(-2, '14:00'),
    yusuf(
      'A puzzle. A bed of length 1 is watered by a can that is moved along it. You pour at random places, each independent and uniform. After $$n$$ pours, how long is the longest dry stretch, on average?',
    ),
    chen('For n = 1: either side, the longer one. 3/4.'),
    yusuf('Correct.'),
    tom('For n = 2: give me a moment, I have an actual job.'),
    ben('The longest dry stretch is the one with my tomatoes in it.', {
      react: { joy: 'dia bea salma', tomato: 'emil' },
    }),
    yusuf(
      'For those who like to see where it goes before they think:\n\n' +
        spoiler(
          'the formula',
          `The expected longest of the $$n+1$$ gaps is

\`\`\`math
E[L] = \\frac{1}{n+1} \\sum_{k=1}^{n+1} \\frac{1}{k}
\`\`\`

so it shrinks like $$\\frac{\\ln n}{n}$$, slower than one would hope.`,
        ),
      { react: { exploding_head: 'chen', eyes: 'tom' }, star: 'chen' },
    ),
    on(-1, '18:10'),
    chen('I looked. With n = 1 it gives (1 + 1/2)/2 = 3/4. I am at peace.'),
    tom('I did not look. n = 2: 11/18?'),
    yusuf('11/18. Well done, without looking.'),
    tom(
      'I wrote a program, which is looking with extra steps:\n\n' +
        code(
          'python',
          `
from random import random
n = 2
def longest():
    cuts = [0, *sorted(random() for _ in range(n)), 1]
    return max(b - a for a, b in zip(cuts, cuts[1:]))
print(sum(longest() for _ in range(10**6)) / 10**6)   # 0.6109...`,
        ),
      { react: { joy: 'yusuf chen' } },
    ),
    on(0, '08:30'),
    emil('I water twice along the bed, slowly. Longest dry stretch: none.'),
    yusuf('That is the correct answer to the bed, though not to the puzzle.', {
      pause: 320,
      react: { '100': 'olga tom', joy: 'chen dia' },
    }),
    dia('I asked Herr Vogel. He says he would like to be poured on less at random.'),
    bea('He has never been so well looked after. He has a leaf that points at you.'),
  ),
  inTopic(
    'random',
    'birds at the feeder',
    on(-23, '10:40'),
    bea('Seen from the kitchen: two robins, seven sparrows, one thing that looked like a burglar.'),
    tom('Jay. They do burgle.'),
    on(-20, '10:35'),
    bea('Today: no sparrows, three blue tits, the burglar.'),
    ines('It took a whole walnut and looked at me while it did it.'),
    on(-16, '10:50'),
    bea('Goldfinches! Five! Ana, come quickly.'),
    ana('I came. They had gone. I have now seen a feeder.'),
    bea('You have to stand still for longer than a sentence.', { react: { joy: 'tom ines' } }),
    on(-11, '10:40'),
    dia('A wren! A real one! On the bicycle rack!'),
    bea('Is it offended?'),
    dia('Deeply.', { react: { wren: 'ana ben bea emil tom', heart: 'salma' } }),
    on(-7, '11:00'),
    bea('The jay has brought a second jay.'),
    tom('Organized crime.'),
    on(-4, '10:45'),
    bea(
      'Weekly count: 31 sparrows, 9 great tits, 4 blue tits, 2 robins, 2 jays, 1 wren, 1 squirrel with a plan.',
    ),
    on(-2, '10:50'),
    bea('The squirrel has carried out the plan. The feeder is in the hedge.'),
    emil('I can make one out of steel.'),
    bea('The squirrel will like that.'),
    on(-1, '10:55'),
    emil(
      'Made one. Out of steel. With a spring of 1.1 mm, we have 56 of them left over. Anything heavier than a bird closes it.',
      { react: { joy: 'bea ines tom olga', '+1': 'chen' } },
    ),
    ines('It has been standing in front of it for ten minutes. It is reading the instructions.'),
    on(0, '10:50'),
    bea('It hangs on it upside down and eats from below. We have been beaten by 300 grams.'),
    tom('Hire it.', { react: { joy: 'bea dia emil chen olga ines', chipmunk: 'salma' } }),
  ),
  inTopic(
    'random',
    'music at the bench',
    on(-18, '09:00'),
    chen('Whoever put on the record with the accordion: it has been playing since seven.'),
    emil('It is one piece. It is long.'),
    chen('It is the same four bars.'),
    emil('They are good bars.', { react: { joy: 'ines ana' } }),
    ines('I second the motion for another record.'),
    olga('The record player is in the inventory as a tool. Whoever holds the tool chooses the tool.'),
    on(-15, '08:10'),
    chen('I have brought a record without accordions.'),
    emil('What is it with?'),
    chen('Two accordions.', { react: { joy: 'emil tom ana olga ines' } }),
  ),
  inTopic(
    'random',
    'things customers call our tools',
    on(-14, '11:30'),
    bea('I open the list for this autumn: "the biting thing", "the small spear", "your beaky scissors".'),
    dia(
      'I am not here yet officially but at the garden center a man asked for "the divorce". He meant loppers.',
    ),
    bea('How are you in this channel?'),
    olga('I let her in early, she had the best application.', { react: { joy: 'bea ana' } }),
    haruka(
      'One customer in Kobe calls the hori-hori 先生, teacher, because it showed her how bad her soil is.',
      { pause: 900 },
    ),
    ben('"Expensive stick" (dibber). From my mother.', { pause: 300, react: { joy: 'ana bea salma dia' } }),
    salma(
      'From the shop\'s search box, this week: "cutter for angry roses", "fork that is not food", "wet stick app".',
    ),
    yusuf('"Wet stick app" is the Probe. 212 searches. It converts better than "Probe".'),
    ana('We are not renaming it.'),
    yusuf('I only bring the numbers.', { react: { joy: 'salma ben chen olga' } }),
  ),
]
