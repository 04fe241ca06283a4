import { ana, bea, ben, emil, haruka, inTopic, olga, on, quote, salma } from '../script.ts'

/** A new logo, from three sketches to the lid of a box. */
export const logo = [
  inTopic(
    'design',
    'logo refresh',
    on(-24, '09:05'),
    ana(
      "The printer wants the new mark by the end of next month, and the old one dates from when we sold one product. So: let's do this properly, and once.",
    ),
    ana(
      'What I know so far:\n\n* it has to work at 16 px and burned into ash\n* one color must be enough\n* no spades. Everybody has a spade',
      { react: { '+1': 'olga bea', dibber: 'emil' }, star: 'ana' },
    ),
    emil(
      'Burned into ash means no line thinner than 1.2 mm. Whatever you draw thinner than that, I will not draw for you.',
    ),
    ana('Noted, and believed.'),
    on(-24, '14:10'),
    ben('Hello from the other side of the ocean. I have opinions and a sketchbook. Give me until tomorrow.'),
    olga('How much do the opinions cost?'),
    ben('Same as the sketchbook.', { react: { joy: 'ana salma', '+1': 'olga' } }),
    on(-23, '15:02'),
    ben('First sheet. A leaf. I know, I know, a leaf. But look how calm it is.\n\n{logo-leaf}', {
      react: { leaves: 'bea haruka', eyes: 'ana' },
    }),
    bea('I like it and I have seen it on four brands of tea.'),
    ben('That is the problem with calm.'),
    on(-23, '18:40'),
    ben('Second sheet: the wren. Round, tail up, slightly offended, as wrens are.\n\n{logo-wren}', {
      react: { wren: 'ana bea emil', heart: 'salma haruka' },
      star: 'ana',
    }),
    salma('It looks like it is about to correct my grammar. Keep it.'),
    on(-22, '07:30'),
    emil('The legs are too thin. Otherwise: a bird. Good.'),
    ana('From Emil that is a standing ovation, in case anybody is new here.', {
      react: { joy: 'ben olga bea' },
    }),
    ana(
      '@ben could you try the third idea as well, the dibber itself? I would rather reject it on paper than dream of it.',
    ),
    on(-22, '16:20'),
    ben('As ordered.\n\n{logo-dibber}'),
    ben('From a distance it is a screw. From close by it is a screw with ambitions.'),
    olga("From the bank's distance it is a carrot.", { react: { joy: 'ana ben salma emil', carrot: 'bea' } }),
    haruka('In Japan it would be read as a golf tee, I am afraid.'),
    ana('Then we have three sketches and one survivor.'),
    on(-21, '08:15'),
    ana(
      'For the record, since somebody will ask in a year, this is why not the leaf. From the notes of the first company, which I found in the drawer:\n\n' +
        quote(`We have chosen the leaf because a leaf offends nobody. It may be printed upon seed packets, upon twine and upon the side of the van without explanation. We have since learned that a thing which offends nobody is also remembered by nobody; of forty customers asked at the Whitsun market, eleven knew that we had a mark, four believed it to be a flame, and one, who bought the most expensive shears, was certain that it was a fish.

We shall therefore do without a mark until we can think of an animal.`),
      { key: 'drawer', react: { heart_eyes: 'ben', joy: 'bea salma emil' }, star: 'ana ben' },
    ),
    ben('{quote drawer}\nI want that last sentence on the wall.'),
    emil('I can burn it into ash. Nothing in it is thinner than 1.2 mm.'),
    on(-20, '15:30'),
    ben(
      'Light and dark. On dark the body gets lighter, or he turns into a hole with an eye.\n\n{wren-light-and-dark}',
      {
        react: { '+1': 'ana salma', wren: 'bea' },
        edit: 'Light and dark. On dark the body gets lighter, or she turns into a hole with an eye. (Bea says it is a she. Bea is right.)\n\n{wren-light-and-dark}',
      },
    ),
    bea('The ones that sing are the males, but the ones with that look are not.'),
    ana('@emil thicker legs as you asked. Would this burn?'),
    emil('Would burn. Tail needs 2 degrees more or it fills with soot.'),
    ben('Two degrees. I will frame this thread.', { react: { joy: 'ana' } }),
    on(-17, '14:00'),
    ben(
      'Two degrees, delivered. I also moved the eye by half a unit, which nobody asked for and nobody will notice, but I sleep better.',
    ),
    olga('Invoice the half unit separately.'),
    ana('Then I call it: the wren. Next: lid of the box, stamp, the little one for the web shop.'),
    salma('Favicon is in. At 16 px she is nine brown pixels and still looks offended.', {
      react: { wren: 'ana ben', tada: 'bea olga' },
    }),
    on(-9, '15:10'),
    ben('Box lid, one color, as the stamp would do it.\n\n{box-lid}', {
      react: { heart: 'ana haruka', '+1': 'emil' },
    }),
    emil('Smaller. People should see cardboard and then a bird, not the other way round.'),
    ben('How much smaller?'),
    emil('Until you mind.'),
    ana('That is the best design rule we have, please somebody write it down.'),
    // Ana is at the fair from here on.
    on(-2, '13:40'),
    ben('Smaller. I mind. @emil'),
    emil('Good. A little more.'),
    ben('Now I mind a lot.'),
    emil('Stop there.', { react: { joy: 'bea salma', '+1': 'ben' } }),
    on(-2, '16:05'),
    salma(
      'The printer\'s portal rejects the file: "vector contains raster". It contains no raster. It contains one bird.',
    ),
    ben('They mean the paper texture layer, which I left in because it was pretty. Sending without.'),
    salma(
      'Accepted. Proof comes tomorrow morning your time, so somebody in Hamburg has to look at it. That is not me.',
    ),
    on(-1, '08:20'),
    olga('The proof is here. It is a box with a bird on it. I have no further questions.'),
    bea('I have one: the brown on the proof is more of a sausage brown.'),
    olga('Now I see only that. Thank you.'),
    emil(
      'Paper is warmer than the screen. Kraft takes 8 % of the yellow and gives it back as sadness. Ask for 10 % less magenta.',
    ),
    ben(
      'Morning. He is right, and I hate that he is right by eye. @ana you have the last word on the brown; they hold the slot until you are back.',
      { pause: 340, react: { eyes: 'bea' } },
    ),
    on(0, '08:05'),
    bea(
      'For comparison I put the proof next to the real shears on the front desk. Three customers asked whether the shears had a new box. None asked about sausage.',
    ),
    emil('That is a field study.'),
    haruka(
      'If it helps: Watanabe-san saw the wren on the sample bag and asked whether it is a よく切れる bird. It means that it cuts well. I said yes.',
    ),
    ben(
      'Best review so far. @ana when you land: (a) brown with 10 % less magenta, (b) as it is, (c) Emil paints every box by hand.',
      { pause: 290 },
    ),
    emil('Not (c).'),
    olga('(c) is the only one without a minimum order, I am just saying.', {
      react: { joy: 'ben bea salma' },
    }),
  ),
  inTopic(
    'design',
    'labels for the autumn catalog',
    on(-13, '09:20'),
    bea(
      'Customers cannot tell the weeding fork from the transplanting fork. In the catalog they are the same photograph, mirrored.',
    ),
    ana('They are not.'),
    bea('Page 14 and page 17.'),
    ana('They are. I am mortified.'),
    ben('In my defense it is a very symmetrical fork.', { pause: 290 }),
    emil(
      'It is not. The outer tines of the weeder are ground on the inside. It took me two years to get that right.',
    ),
    ben('I will photograph the inside.'),
    ana(
      'Names: *weeding fork (ground inside)* and *transplanting fork (wide)*. And a small drawing beside the price, so that one sees it without reading.',
    ),
    bea('And the price, so that one sees that they are not the same.'),
    ana('Done, pages 14 and 17 are at the proofreader.', { pause: 120, react: { '+1': 'bea emil ben' } }),
  ),
]
