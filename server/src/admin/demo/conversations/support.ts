import { ana, bea, chen, dia, emil, ines, inTopic, olga, on, quote, resolve } from '../script.ts'

/** Customer questions and their resolution. */
export const support = [
  inTopic(
    'support',
    'springs of the No. 3',
    on(-20, '08:00'),
    bea(
      'Fourth No. 3 this month with a tired spring. All four from the same delivery in spring, if you forgive me.',
    ),
    emil('Send me one.'),
    bea('On your bench since Monday, under the cheese.'),
    emil('I thought that was a paperweight.'),
    on(-19, '07:20'),
    emil(
      'The wire is 1.1 instead of 1.2 mm. They changed it and did not say so. It holds for about 4,000 cuts.',
    ),
    ines('Batch 23-07, 220 pieces, 164 sold. I have stopped the rest.'),
    olga('What does a spring cost?'),
    emil('Eleven cents.'),
    olga('And the letter in which we explain why we did not replace it?'),
    bea('I take it that we replace it.', { react: { '+1': 'olga ana ines', ship_it: 'emil' } }),
    ana(
      'Text for the letter: "The spring in your secateurs is thinner than it should be. Here is a better one, and a drawing of how to change it. It takes a minute. Keep the old one; it makes a fine thing for holding peas."',
    ),
    bea('Do people hold peas with springs?'),
    ana('They will now.', { react: { joy: 'bea ines olga' } }),
    on(-14, '09:00'),
    ines(
      '164 springs out. 164 drawings out. 1 letter to Herr Petersen with a magnifying glass, because he asked.',
    ),
    bea('Eleven thank-you letters so far, two with photographs of peas.', {
      pause: 200,
      react: { heart: 'ana emil ines olga', pea_pod: 'chen' },
    }),
    resolve('bea'),
  ),
  inTopic(
    'support',
    'questions before Christmas',
    on(-10, '08:30'),
    bea(
      '@dia the list for the weeks before Christmas. Add whatever comes to mind; strike whatever is done; do not be polite about it.',
    ),
    bea(
      '/todo Before Christmas\nText for late orders: last safe day for each country\nGift wrapping: who, where, how much\nReplacement blades: price list for the phone\nAutomatic answer: shorter, and no exclamation marks\nFAQ: which fork',
      {
        done: [
          [0, 'dia'],
          [3, 'bea'],
          [4, 'dia'],
        ],
      },
    ),
    dia(
      'Last safe day: ten countries are in, I am waiting for Norway, which has feelings about sheds as customs addresses.',
    ),
    bea('Norway always has feelings.'),
    on(-9, '10:10'),
    dia(
      'I rewrote the automatic answer. Before, it was 140 words and thanked people three times. Now:\n\n' +
        quote(
          'We have your message and answer on the next working day. If something is bleeding, it is not us you should write to.',
        ),
      { key: 'auto', react: { joy: 'bea emil ana', '+1': 'ines' } },
    ),
    olga('{quote auto}\nI like it and the lawyer will not. Leave out the second sentence and frame it.'),
    dia('Left out, framed.', { react: { framed_picture: 'bea' } }),
    // Unread from here.
    on(-2, '08:10'),
    dia(
      'Gift wrapping: Ines offers the small room and two hours a day. I would need paper, twine and somebody who can tie a bow.',
    ),
    ines('I tie knots that hold 40 kg. A bow is a knot that gives up.'),
    emil('I can make a jig for bows.'),
    bea('Of course you can.'),
    emil('Two pegs, one slot. Eight seconds per bow.', { react: { eyes: 'ines dia', star_struck: 'bea' } }),
    on(-2, '12:30'),
    emil('Six seconds.'),
    dia('I have timed it. It is six seconds and the bows look like little wrens from behind.', {
      react: { wren: 'bea ines emil', heart: 'olga' },
    }),
    on(-1, '08:40'),
    bea(
      'Price list for replacement blades is blocked: the new ones come from Sanjo, and nobody has told me what they cost.',
    ),
    olga(
      'More than the old ones, less than a new pair. @ana has the sheet and is at the fair, holding a cup of something.',
    ),
    bea('Then customers on the phone hear "less than a new pair" until Monday.'),
    dia('I said it twice today. Both ordered.', { pause: 180, react: { joy: 'olga bea' } }),
    on(0, '08:20'),
    dia('Norway answered. Sheds are all right if they have a number.'),
    bea('Do sheds have numbers?'),
    dia('In Norway they do now. Seven customers have painted one on theirs and sent a picture.', {
      react: { house: 'ines', joy: 'emil bea olga' },
    }),
    ines('I am putting those on the wall of the packing room.'),
    dia(
      '@ana two things for you: the blade prices, and whether "Which fork?" may be a page of its own. I have drawn one and it is not bad.',
      { pause: 30 },
    ),
  ),
  inTopic(
    'support',
    'Frau Brinkmann asks whether the hori-hori is legal on trains',
    on(-3, '08:50'),
    bea(
      'Frau Brinkmann from Kiel takes the train to her allotment and has been stopped with our hori-hori in her rucksack. She would like to know her rights.',
    ),
    emil('It is a trowel.'),
    bea('The policeman said that it is a dagger.'),
    emil('It is a trowel with a point of view.'),
    // Unread from here.
    on(-2, '10:00'),
    dia(
      'I rang the railway. First lady: "no knives". Second lady: "garden tools are luggage". Third lady wanted to know where one can buy it.',
      { react: { joy: 'bea emil olga ines' } },
    ),
    bea('Did you sell her one?'),
    dia('Two.'),
    olga(
      'The law, as far as I understood the woman at the chamber of commerce: fixed blade over 12 cm needs a reason. Gardening on the way to a garden is a reason. Gardening on the way to a football match is not.',
    ),
    emil('Ours is 17 cm.'),
    olga('So it needs a reason, and a sheath, and to be in the bag and not in the hand.'),
    bea('She says that she had it in her hand because she was peeling an apple.'),
    emil('With 17 cm.', { react: { apple: 'dia', joy: 'ines bea' } }),
    on(-1, '09:20'),
    dia(
      'Draft of an answer: "Dear Frau Brinkmann, in the sheath, in the rucksack, on the way to the allotment: yes. For apples we make a small knife that offends nobody."',
    ),
    olga('Good. Not legal advice, put that in, smaller.'),
    bea('In which size is smaller?'),
    olga('Until I mind.', { react: { joy: 'emil dia bea' } }),
    dia('Sent. With a sheath, because she had none. Emil had one left over from the prototypes.', {
      pause: 60,
    }),
    emil('It was mine.'),
    dia('You said "take it".'),
    emil('I did. I am only saying where it came from.'),
    on(0, '10:40'),
    dia(
      'She answered! She showed the letter to the same policeman. He has ordered one. He wants to know whether it is legal on trains.',
      { react: { joy: 'bea emil olga ines', tada: 'chen' } },
    ),
    bea('@ana this has to go into the catalog, I do not care on which page.'),
  ),
  inTopic(
    'support',
    'left-handed shears',
    on(-17, '09:30'),
    bea(
      'Nine people have asked for left-handed shears since August. I keep a list on the back of the calendar.',
    ),
    emil('Left-handed is not mirrored. It is mirrored and then everything is wrong and one starts again.'),
    ana('How wrong?'),
    emil('New forging die, new grinding jig, new me.'),
    chen('I am left-handed. I have always cut with the right because of people like Emil.'),
    emil('You never said so.'),
    chen('You never looked.', { react: { eyes: 'bea ana' } }),
    ana(
      'If thirty people pay in advance the die is paid. Bea, could you ask the nine whether they know twenty-one others?',
    ),
    bea('Left-handed people all know each other. It is like owning a boat.', {
      react: { joy: 'ana chen olga' },
    }),
    on(-9, '11:00'),
    bea(
      'Twenty-six. Chen is the twenty-seventh. Herr Petersen is right-handed but wants a pair "for balance".',
    ),
    emil('All right. I have begun to draw.', { react: { tada: 'chen bea ana' } }),
  ),
]
