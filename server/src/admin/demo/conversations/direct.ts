import {
  among,
  ana,
  bea,
  ben,
  chen,
  dia,
  emil,
  haruka,
  ines,
  olga,
  on,
  salma,
  tom,
  yusuf,
} from '../script.ts'

/** Direct messages: one-to-one, in groups, and to oneself. */
export const direct = [
  among(
    'ana bea',
    on(-16, '11:05'),
    bea(
      'Do you have five minutes for the phone scripts? Dia starts in four days and mine are from when we had a fax.',
    ),
    ana('After lunch. Are they really?'),
    bea('Page 2 says "ask for the fax number".'),
    ana('I will bring a template and some mercy.', { react: { joy: 'bea' } }),
    on(-5, '15:00'),
    bea('Take the good shoes to the fair. Hall 6 is concrete.'),
    ana('You sound like my mother, and she was right as well.'),
    // Unread from here.
    on(-1, '16:00'),
    bea('How are the feet?'),
    bea(
      'Olga says that you sold sixty of them between a gnome and a heap of gravel. I have told everybody who called.',
    ),
    bea(
      'You will see a lot of red numbers when you open this. Nothing of it burns any more. Begin with the checkout and leave the squirrel for the evening.',
      { pause: 3 },
    ),
    on(0, '11:20'),
    bea(
      'Can we talk before lunch? It is about Dia. It is a good thing: I would like to give her the phone on Mondays and take the day for the catalog.',
    ),
    bea('And bring the notebook with the phone scripts. The fax number is still in it.'),
  ),
  among(
    'ana ben',
    on(-22, '17:10'),
    ben('Honest question, not in the channel: do you hate the leaf or only mildly dislike it?'),
    ana('I respect the leaf. I do not want to meet it every day.'),
    ben('That is what I needed. The wren it is, then, and I draw it with more spite.'),
    ana('Spite in the eyebrow, please, not in the tail.'),
    on(-16, '16:30'),
    ben('Thank you for letting me do the half unit.'),
    ana('I saw it. I liked it. Do not tell Olga.', { react: { heart: 'ben' } }),
  ),
  among(
    'ana olga emil',
    on(-10, '12:00'),
    olga(
      'Budget for next year, just us three for now. I need one wish from each of you, with a number behind it.',
    ),
    emil('A second grinder. 3,800.'),
    ana(
      'A photographer for four days. 2,600. And a decision on the left-handed shears, which has no number yet.',
    ),
    emil('1,900 for the die, if I make it.'),
    olga('You two have made this very easy and therefore suspicious.'),
    on(-9, '09:30'),
    olga('All three fit, if the autumn goes on like this. Do not tell anybody until it does.', {
      react: { shushing_face: 'ana emil' },
    }),
    // Unread from here.
    on(-1, '17:10'),
    olga(
      'After today: the 21,000 are real, Yusuf has counted them twice. Minus the ones who paid twice, minus the cake.',
    ),
    emil('So the grinder.'),
    olga(
      'So the grinder. And the photographer. And, Ana, your fair: the chain wants 60 now and 400 in spring.',
    ),
    emil('400 is not a number, that is a lifestyle.'),
    olga('It is Jannis, in spring.'),
    emil('Hm.'),
    on(0, '10:20'),
    emil(
      'I have slept on it. 400 is possible, if Watanabe does the blades by March and nobody talks to me in April.',
    ),
    olga(
      '@ana can you ask the chain whether half of it may come in May? I would rather have a calm Emil than a full pallet.',
    ),
    emil('So would I.'),
  ),
  among(
    'ana',
    on(-20, '08:00'),
    ana(
      '**Fair**\n\n* order the tall table, not the wide one\n* samples: 2 × No. 3, 3 × hori-hori, Probe in a pot\n* ask Ines for a box that survives me',
    ),
    on(-14, '16:45'),
    ana('Idea for spring: sell the old springs as pea holders. Eleven cents. Call it *Plan P*.'),
    on(-6, '12:20'),
    ana('Question to take to the fair: who else grinds forks on the inside? (Nobody. But ask.)', {
      star: 'ana',
    }),
    on(-4, '17:00'),
    ana(
      'Hotel: code for the night door is on the slip in the blue notebook. The slip is in the *blue* notebook, future Ana.',
    ),
  ),
  among(
    'ana chen',
    on(-15, '14:10'),
    ana('Off the record: how bad would it have been if Lapland had not written?'),
    chen('First real frost in Hamburg: 300 wrong plants.'),
    ana('Then I send her something. What does one send to Lapland?'),
    chen('Not a probe.', { react: { joy: 'ana' } }),
    chen('A hori-hori. The soil is hard there.'),
  ),
  among(
    'tom yusuf salma',
    on(-6, '14:30'),
    tom(
      'Rota for December: I take the first half, Yusuf the second, Salma takes Christmas itself because, I quote, "I do not celebrate it and I like being owed".',
    ),
    salma('I stand by the quote.'),
    yusuf("I take New Year's night. The baby is up anyway."),
    on(-1, '19:30'),
    yusuf(
      'The thirty-seven are sorted out. One of them had bought the same watering can twice from two telephones, to see which was faster.',
    ),
    salma('Which was?'),
    yusuf('The one that failed, by four seconds.', { react: { joy: 'salma tom' } }),
    tom('Go to sleep, both of you.'),
  ),
  among(
    'dia bea',
    on(-10, '09:15'),
    dia(
      'Is it all right if I answer the man with the hedge on my own? I have known men with hedges for six years.',
    ),
    bea('Please do. Copy me once, and after that never again.'),
    dia('Thank you. He had cut it in September, of course.'),
    bea('They always have.'),
  ),
  among(
    'ines emil',
    on(-3, '06:40'),
    ines('Pallet of compost bags comes on Friday. 40 × 20 kg. The lift is still singing.'),
    emil('I carry. What do I get?'),
    ines('Gratitude.'),
    emil('And?'),
    ines('The good parking space until Christmas.', { react: { handshake: 'emil' } }),
  ),
  among(
    'haruka ana',
    on(-11, '02:20'),
    haruka(
      'Good morning, Ana. Watanabe-san says the third prototype is "well, good". In thirty years he has said "good" twice, so I think we should hurry slowly.',
    ),
    ana('Hurrying slowly is what we do. Please thank him. Does he like cake?', { pause: 330 }),
    haruka('He likes silence. And sweet potatoes.'),
  ),
]
