import { chen, ines, inTopic, olga, on, resolve, salma, tom, yusuf } from '../script.ts'

/** Infrastructure. */
export const ops = [
  inTopic(
    'ops',
    'deploy freeze',
    on(-7, '09:00'),
    tom(
      'Proposal: from the first Advent Sunday until the 27th nobody changes anything that customers can see. Exceptions: prices, typos, fires.',
    ),
    salma('Define typo.', { pause: 280 }),
    tom('Wrong letters. Not "wrong color", not "wrong framework".'),
    salma('You know me too well.', { react: { joy: 'tom yusuf' } }),
    chen('Probes as well? If there is a frost bug I would like to be allowed.'),
    tom('That is a fire, a cold one.'),
    // Unread from here.
    on(-2, '08:35'),
    tom(
      'Dates are fixed. One window in between, for the tax table, a Tuesday, 05:00 to 06:00. @ines please confirm that nobody packs at that hour.',
    ),
    ines('At five in the morning I pack only my own lunch. Confirmed.'),
    yusuf(
      'The tax table comes in the night before as a spreadsheet with merged cells. I need thirty minutes for the table and twenty for the feelings.',
      { pause: 300, react: { joy: 'tom ines' } },
    ),
    tom('Then 05:00 to 06:00 and a coffee.'),
    ines('Then somebody brings the coffee to the loading bay, the machine in the office has the key.'),
    tom('Dia knows where the key is. Dia knows everything.', { react: { '+1': 'ines', joy: 'yusuf' } }),
    on(0, '08:45'),
    salma(
      'Request for the last train before the freeze: new checkout button, the "Which fork?" page, and the wren everywhere.',
      { pause: 5 },
    ),
    tom(
      'Button: after what we had I want to see it on the test shop for three days. Fork: yes. Wren: she is a picture, pictures are typos.',
    ),
    olga('That is the most generous definition of a typo I have heard.'),
    tom("@ana Salma's list needs your order of importance by the evening. I close the gate tomorrow.", {
      react: { '+1': 'salma' },
    }),
  ),
  inTopic(
    'ops',
    'label printer',
    on(-18, '08:20'),
    ines('The label printer prints labels for shelf 9 only. Whatever I ask for. 40 labels for shelf 9.'),
    tom('Have you tried asking for shelf 9?'),
    ines('Then it prints shelf 1.', { react: { joy: 'tom chen olga', thinking: 'yusuf' } }),
    chen('Off by eight. Somebody counts in octal.'),
    tom(
      'It is the new driver. It takes the first byte of a two-byte number. 9 is what is left of everything.',
    ),
    ines('I understand none of this and it is printing again. What did you do?'),
    tom('Old driver. I have put a note on it that says *leave me*.'),
    resolve('ines'),
  ),
  inTopic(
    'ops',
    'forklift',
    on(-4, '07:40'),
    ines('The forklift battery lasts four hours. On the paper it lasts eight.'),
    chen('Paper has no cold hall.'),
    ines('A new one costs as much as a used car.'),
    olga('How used?'),
    ines('Somebody has died in it.', { react: { joy: 'tom chen', ghost: 'olga' } }),
    chen(
      'I can look at the cells on Thursday. If it is one bad cell of twelve it costs as much as a bicycle.',
    ),
    olga('I approve the bicycle.'),
  ),
]
