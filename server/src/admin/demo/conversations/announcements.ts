import { ana, inTopic, olga, on } from '../script.ts'

/** Short announcements for everyone. */
export const announcements = [
  inTopic(
    'announcements',
    'opening hours in winter',
    on(-23, '08:00'),
    olga(
      'The shop on site is open from 10 to 16 in winter, because it is dark and because nobody came at nine. Not even us.',
      { react: { '+1': 'bea ines emil', joy: 'tom' } },
    ),
  ),
  inTopic(
    'announcements',
    'our name on things',
    on(-17, '15:00'),
    ana(
      'We have a mark: the wren. Files are in #**design>logo refresh**. Please use them, please do not stretch them, and please do not give her a hat for Christmas. I know who I am talking to.',
      { react: { wren: 'ben bea salma haruka emil', santa: 'tom', tada: 'olga' } },
    ),
  ),
  inTopic(
    'announcements',
    'Dia starts',
    on(-12, '07:00'),
    olga(
      'Dia Novak begins in support today. She sits next to Herr Vogel. Say hello in #**general>welcome Dia**.',
      { react: { wave: 'ana bea tom emil ines' } },
    ),
  ),
  inTopic(
    'announcements',
    'spring fair',
    on(-8, '08:10'),
    ana(
      'We have a stand at the trade fair, hall 6, between a maker of gnomes and a maker of gravel. I am there for two days from Thursday on, reachable by shouting.',
      {
        react: { '+1': 'olga bea', luggage: 'haruka' },
        edit: 'We have a stand at the trade fair, hall 6, between a maker of gnomes and a maker of gravel. I am there for two days and after that unreachable for one, asleep.',
      },
    ),
    on(-2, '16:30'),
    olga(
      'From the fair, by telephone: Ana has sold 60 hori-horis to a chain of garden centers and has been offered a gnome in exchange for her stand. She declined the gnome.',
      { react: { tada: 'bea salma ben emil ines dia', heart: 'haruka' } },
    ),
    on(-1, '15:50'),
    olga(
      "The checkout was down for 41 minutes today. It was nobody's fault and it will not happen that way again; Tom writes up how in #**ops>checkout down**. Whoever was on the phone with customers: thank you, there is cake.",
      { react: { cake: 'bea dia ines tom', heart: 'salma yusuf chen' } },
    ),
    on(0, '07:15'),
    olga('There is no cake any more.'),
  ),
]
