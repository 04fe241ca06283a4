import { ana, bea, chen, emil, haruka, ines, inTopic, kenji, olga, on } from '../script.ts'

/** Blades from a forge in Sanjo, and handles from the bench at home. */
export const steel = [
  inTopic(
    'hardware',
    '三条の新しい刃',
    on(-19, '00:40'),
    haruka(
      '渡辺さん、こちらのチャンネルへようこそ。ここで刃物の件をまとめて相談できればと思います。英語の話題は気にしないでください。',
      { react: { pray: 'kenji' } },
    ),
    kenji(
      'ご招待ありがとうございます。渡辺鍛冶の渡辺です。パソコンは苦手ですが、よろしくお願いいたします。',
      { react: { wave: 'haruka emil ana' } },
    ),
    haruka(
      'さっそくですが、新しい剪定鋏の刃について、ハンブルクから三つ質問があります。\n\n1. 鋼材は白紙二号のままでよいか\n2. 刃の厚みを0.2ミリ薄くできるか\n3. 納期',
    ),
    kenji(
      '一、白紙は錆びます。お客様が濡れたまま片付けるなら、青紙か、ステンレスの方がよいと思います。\n二、できます。ただし、枝ではなく針金を切る人がいると欠けます。\n三、六週間です。急げば五週間です。急ぎたくありません。',
      { key: 'three', react: { '+1': 'haruka' } },
    ),
    haruka('針金を切る人は必ずいます。'),
    kenji('はい。私の父もそうでした。', { react: { joy: 'haruka' } }),
    on(-19, '07:10'),
    haruka(
      '@emil for you, in short: white steel rusts if people put it away wet, so he proposes blue steel. 0.2 mm thinner is possible, but somebody will cut wire. Six weeks; five if hurried, and he would rather not be hurried.',
    ),
    emil(
      'People put everything away wet. Blue steel. Six weeks. Tell him that I would not want to be hurried either.',
    ),
    haruka('ハンブルクの工房長エミルさんから：青紙で、六週間で、「私も急がされたくない」とのことです。'),
    kenji('その方とは話が合いそうです。', { pause: 40, react: { blush: 'haruka', heart: 'ana' } }),
    on(-11, '01:15'),
    kenji('試作を三本打ちました。一本目は硬すぎ、二本目は柔らかすぎ、三本目は、まあ、よいと思います。'),
    haruka('「まあ、よい」は渡辺さんの場合、かなり良いという意味ですね。'),
    kenji('まあ、そうです。', { react: { joy: 'haruka' } }),
    haruka('三本目を航空便でハンブルクへ送りました。追跡番号は @ines さんにメールします。'),
    on(-7, '08:00'),
    emil(
      'The blade is here. I cut willow, hazel, an old broom and, on purpose, wire. The wire lost. Please tell him.',
    ),
    haruka('エミルさんが柳、ハシバミ、古い箒、そしてわざと針金を切ったそうです。針金が負けました。'),
    kenji('針金は切らないでください。', { pause: 15, react: { joy: 'haruka emil ana chen' } }),
    emil('Understood without translation.'),
    // Unread from here.
    on(-1, '00:55'),
    kenji(
      'おはようございます。量産の一回目、六十本の焼き入れが終わりました。四本は納得がいかないので、打ち直します。',
    ),
    haruka('ありがとうございます。五十六本で先に出荷しますか、それとも六十本揃えますか。'),
    kenji('揃えます。半端な数は落ち着きません。', { react: { pray: 'haruka' } }),
    haruka('承知しました。今日、私も三条に伺います。お昼は例のラーメンで。'),
    kenji('カレーの方ですか。'),
    haruka('カレーの方です。', { react: { curry: 'kenji' } }),
    on(0, '01:30'),
    haruka('六十本、すべて見ました。写真より静かな刃です。月曜に出荷できます。'),
    kenji('小さな鳥の印、気に入りました。刃にも打ちますか。'),
    haruka(
      'それは @ana さんに聞きましょう。For Ana: he likes the wren and asks whether it should be struck into the blade as well. I think one should not say no to that.',
      { react: { wren: 'emil kenji' } },
    ),
    kenji('槌はもう用意してあります。'),
  ),
  inTopic(
    'hardware',
    'ash handles, autumn batch',
    on(-22, '06:50'),
    emil(
      'First nine of the autumn batch are on the bench. Ash from the storm in February, so it has been lying since then, as it should.\n\n{bench}',
      { react: { heart: 'ana bea', '+1': 'haruka olga', star_struck: 'ines' }, star: 'ana' },
    ),
    olga('How many do we get out of the tree?'),
    emil('About 340. And a stool.'),
    ana('That light! May Ben have the picture for the catalog?'),
    emil('The light is free. The dust in it as well.'),
    ines('340 is 60 short of what the shop has promised to customers.'),
    emil('The shop may grow a tree.', { react: { joy: 'ana olga chen', deciduous_tree: 'ines' } }),
    bea('I can move sixty of them to January if they get a postcard from the tree.', { pause: 30 }),
    ana('A postcard from the tree is a wonderful idea and I want to write it.'),
    on(-18, '07:15'),
    emil('Moisture 11 %. The Probe says so and so does my cheek.'),
    chen('Your cheek is not calibrated.'),
    emil('It has been at it for thirty years.', { react: { joy: 'ana ines' } }),
    on(-10, '07:30'),
    emil(
      '340 turned, oiled once. Second coat on Thursday, then nobody touches them until the following Monday. @*workshop* that means everybody. That means Chen.',
    ),
    chen('I touched one once.'),
    emil('It has your thumb on it. It is in a garden in Bremen now, with your thumb.'),
  ),
]
