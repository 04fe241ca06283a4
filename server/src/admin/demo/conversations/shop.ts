import { ana, ben, clerk, dia, haruka, ines, inTopic, olga, on, salma, yusuf } from '../script.ts'

/** Data of the clerk's daily report: orders, euros, most requested product. */
const days: readonly (readonly [day: number, orders: number, euros: string, most: string, note?: string])[] =
  [
    [-24, 31, '1,842.50', 'No. 3 secateurs'],
    [-23, 28, '1,510.00', 'weeding fork'],
    [-22, 40, '2,377.10', 'No. 3 secateurs', 'One parcel came back: "addressee is a hedge".'],
    [-21, 35, '2,004.90', 'Probe'],
    [-20, 52, '3,120.00', 'bulb dibber', 'Bulb day.'],
    [-19, 29, '1,620.40', 'No. 3 secateurs'],
    [-18, 33, '1,955.20', 'twine, green'],
    [-17, 30, '1,701.00', 'hori-hori'],
    [-16, 38, '2,240.80', 'Probe'],
    [-15, 57, '3,402.30', 'bulb dibber'],
    [-14, 27, '1,488.60', 'replacement spring', 'Price of the spring: 0.00.'],
    [-13, 34, '1,990.00', 'watering can'],
    [-12, 36, '2,105.50', 'No. 3 secateurs'],
    [-11, 41, '2,468.00', 'Probe'],
    [-10, 63, '3,877.70', 'gift card', 'It begins.'],
    [-9, 39, '2,290.10', 'hori-hori'],
    [-8, 44, '2,611.40', 'weeding fork'],
    [-7, 42, '2,550.00', 'gift card'],
    [-6, 48, '2,900.20', 'Probe'],
    [-5, 71, '4,310.90', 'gift card', 'Most orders on a weekday this year.'],
    [-4, 55, '3,222.00', 'apple knife'],
    [-3, 58, '3,390.60', 'gift card'],
    [-2, 61, '3,604.80', 'hori-hori'],
    [-1, 402, '21,877.00', 'gift card', '41 minutes were missing. 37 orders came twice.'],
  ]

/** Orders, shipping to Norway, and texts in other languages. */
export const shop = [
  inTopic(
    'web shop',
    'orders of the day',
    ...days.flatMap(([day, orders, euros, most, note]) => [
      on(day, '17:00'),
      clerk(
        `**${orders} orders**, ${euros} €. Asked for most: ${most}.${note === undefined ? '' : ` ${note}`}`,
        day === -1
          ? { react: { open_mouth: 'ines dia salma', fire: 'tom' } }
          : day === -5
            ? { react: { tada: 'salma ana' } }
            : {},
      ),
    ]),
  ),
  inTopic(
    'web shop',
    'shipping to Norway',
    on(-20, '13:50'),
    salma(
      'Norwegian customers leave at the last step. 48 of 60 in October. I suspect the address form, because it demands a house number.',
    ),
    ines('Norwegians have house numbers.'),
    salma('Their cabins do not, and that is where the secateurs are going.'),
    haruka(
      'Japanese addresses go from large to small and our form asks from small to large. I have had customers who live in the country of Building 3.',
      { pause: 600, react: { joy: 'salma ana ines' } },
    ),
    ana('One field, several lines, as one would write it on a parcel. The carrier reads it anyway.'),
    yusuf(
      "The carrier's interface wants it in parts. I can take it apart behind the scenes; I have looked at 9,000 addresses and there are four kinds of people.",
    ),
    salma('Which four?'),
    yusuf('Street people, building people, farm people and poets.', {
      react: { joy: 'ana salma ben', heart: 'haruka' },
    }),
    ben('Hello, I am the fourth.'),
    on(-13, '14:30'),
    salma('One field is live for Norway and Japan. Leaving at the last step: 48 of 60 has become 9 of 55.', {
      react: { tada: 'ana ines haruka yusuf', flag_norway: 'dia' },
    }),
    ines('And I have a parcel here for "the red cabin after the second bridge, ask Turid".'),
    yusuf('A poet.'),
    on(-12, '09:05'),
    ines('Delivered. Turid signed for it.', { react: { heart: 'salma ana yusuf dia olga' } }),
  ),
  inTopic(
    'web shop',
    'الترجمة العربية',
    on(-9, '14:15'),
    salma(
      'صباح الخير يا يوسف. عندي أول ترجمة للمتجر بالعربية، حوالي ثلاثمئة جملة. هل عندك وقت لتراجعها معي؟',
    ),
    yusuf(
      'صباح النور. طبعًا. رأيت أنك ترجمتِ secateurs إلى «مقصّ تقليم». أنا أفضّل «مقصّ أغصان»، أقصر ويفهمه الجميع.',
    ),
    salma('جدّتي كانت تقول «المقصّ الكبير» وينتهي الأمر.', { react: { joy: 'yusuf' } }),
    yusuf('جدّتك على حق دائمًا، لكن عندنا ثلاثة مقصّات كبيرة في القائمة.'),
    salma('طيّب: **مقصّ أغصان رقم ٣**. والأرقام، هندية أم عربية؟ يعني ٣ أم 3؟'),
    yusuf(
      'الأسعار بـ 3 حتى لا يخطئ أحد عند الدفع، والنص كما تحبين. المهم أن يبقى رمز اليورو في مكانه: `49,00 €` تنقلب إذا لم نضع علامة الاتجاه.',
    ),
    salma('هذه كلّفتني ساعتين أمس. زر «أضف إلى السلة» كان يشير إلى خارج الشاشة كأنه يهرب من الزبون.', {
      react: { joy: 'yusuf' },
    }),
    yusuf('زرّ خجول.'),
    on(-8, '13:40'),
    yusuf(
      'راجعت كل الجمل. ملاحظتي الوحيدة: «عذرًا، حدث خطأ ما» لا تقول شيئًا. أقترح: «لم يصل الطلب. لم ندفع شيئًا. حاول مرة أخرى».',
    ),
    salma('«لم ندفع»؟ من نحن؟'),
    yusuf('«لم تدفع شيئًا». نعم. شكرًا. لهذا نراجع معًا.', {
      react: { '+1': 'salma' },
      edit: '«لم تدفع شيئًا». نعم، شكرًا. لهذا نراجع معًا، ولهذا لا أكتب قبل القهوة.',
    }),
    salma(
      'المتجر بالعربية على خادم التجربة الآن. For everybody else: the Arabic shop is on the test server, mirrored, and the cart no longer runs away.',
      { pause: 90, react: { tada: 'ana olga yusuf', heart: 'dia' } },
    ),
    ana(
      'It looks wonderful, and I noticed that our own arrow icons point the wrong way in it. Ben, we need to talk about arrows.',
    ),
    ben('I have waited my whole life for that sentence.', { react: { joy: 'salma ana' } }),
  ),
  inTopic(
    'web shop',
    'gift cards',
    on(-11, '14:00'),
    salma(
      'Gift cards are live. They come as a PDF one can fold into a seed packet. Ben drew it, I folded it, it took us both a day.',
    ),
    olga('What is in the packet?'),
    salma('The code. And, if ordered by post, marigold seeds.'),
    dia('A customer asks whether the code expires.'),
    salma('The code never. The marigolds in about two years.', {
      react: { sunflower: 'dia ana', joy: 'olga' },
    }),
    yusuf('By law three years for the code; I have set it to never, which is longer.'),
  ),
  inTopic(
    'web shop',
    'photographs of the hori-hori',
    on(-24, '13:30'),
    salma(
      'The hori-hori is the only product whose photographs make people close the page. I have the curve. It goes down like a knife.',
    ),
    ben('It is a knife.'),
    salma('It is lit like a crime scene. Black ground, one drop of water on the point.'),
    ben('The drop was my idea and I was proud of it.', { react: { joy: 'salma yusuf ana' } }),
    ana(
      'Could it lie in soil, beside something that has just been planted? It would say the same, and nobody would call the police.',
    ),
    on(-21, '14:20'),
    ben(
      'New ones: soil, a tulip bulb, a hand with dirt under the nails. The hand is mine. The dirt is from Salma’s balcony, I posted a jar to myself.',
    ),
    yusuf('You sent yourself a jar of soil by courier, from the next district?'),
    ben('Express. It was for the evening light.'),
    on(-17, '13:45'),
    yusuf(
      'With the new photographs, of a hundred who look at it nineteen stay and six buy. Before it was four and one. The courier has paid for himself.',
      { react: { tada: 'ben salma ana', chart_increasing: 'olga' } },
    ),
    olga('Then I will stop asking about the jar.'),
    ben('There were two jars.', { react: { joy: 'olga ana salma yusuf' } }),
  ),
]
