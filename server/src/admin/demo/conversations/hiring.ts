import { ana, bea, emil, inTopic, olga, on, quote } from '../script.ts'

/** Job candidates. */
export const hiring = [
  inTopic(
    'hiring',
    'apprentice for the workshop',
    on(-19, '12:00'),
    emil('I would like an apprentice. Somebody should know how to do this when I am a stool.'),
    olga('From which month?'),
    emil('From the month in which I find one who listens to wood and turns up at seven.'),
    ana('May I write the advertisement? Yours from last time was one sentence.'),
    emil(`It was a good sentence.\n\n${quote('Wanted: hands.')}`, { react: { joy: 'olga bea ana' } }),
    on(-18, '10:30'),
    ana(
      'Draft:\n\n' +
        quote(
          'We make garden tools out of ash and steel. We look for somebody who wants to learn how, over three years, from a man who has done it for thirty and speaks when it is necessary. You need patience, a good eye and warm socks. You do not need marks in mathematics, but you will like fractions by the end.',
        ),
      { react: { heart: 'bea olga', '+1': 'emil' } },
    ),
    emil('"When it is necessary" is good.'),
    on(-6, '09:00'),
    bea('Twelve applications. I have sorted out the three who addressed us as "Dear Bank".'),
    olga('And the fourth, who addressed us as "Dear Wren"?'),
    bea('Is on top.', { react: { wren: 'ana emil' } }),
    // Unread from here.
    on(-2, '11:20'),
    emil(
      'Two trial days done. First one: clever, quick, has broken the small vice. Second one: Jannis, said eleven words, swept without being asked, noticed that the lathe hums a third too high.',
    ),
    olga('Does it?'),
    emil('Since this morning. The belt. I had not noticed.'),
    bea('So, Jannis.'),
    emil('I did not say that.'),
    bea('You are smiling in writing.', { react: { joy: 'olga' } }),
    on(-1, '12:10'),
    olga(
      'I spoke with his mother, since he is seventeen. She asked whether it is dangerous. I said that Emil has ten fingers. She asked how many he began with.',
    ),
    emil('Ten.', { react: { joy: 'bea olga' } }),
    olga('She laughed and said yes, if he may have the Friday for football.'),
    emil('Then he has to be good at fractions by Thursday.'),
    on(0, '10:00'),
    olga(
      'Contract is written. @ana you wanted to meet him before we sign. He comes in at seven tomorrow, with his own broom, apparently.',
    ),
    bea('His *own broom*.'),
    olga('Emil has cleared a hook for it. I have seen it. There is a name over the hook, in pencil.'),
    emil('I did not say anything.', { react: { joy: 'bea olga' } }),
  ),
]
