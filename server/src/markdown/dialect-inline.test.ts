import { renders } from './testing/renders.ts'

/** Inline syntax of the dialect, by example: links, mentions, emoji, times, linkifiers and previews. */
renders({
  links: [
    [
      'https://site.example/a?b=1&c=2',
      '<p><a href="https://site.example/a?b=1&amp;c=2">https://site.example/a?b=1&amp;c=2</a></p>',
    ],
    ['https://site.example?b=1', '<p>https://site.example?b=1</p>'],
    ['docs at site.com/guide, ok', '<p>docs at <a href="http://site.com/guide">site.com/guide</a>, ok</p>'],
    ['notes.md and run.py', '<p>notes.md and run.py</p>'],
    ['mail me.too@site.com!', '<p>mail <a href="mailto:me.too@site.com">me.too@site.com</a>!</p>'],
    [
      'see (https://site.com/w_(x)) ok',
      '<p>see (<a href="https://site.com/w_(x)">https://site.com/w_(x)</a>) ok</p>',
    ],
    ['*https://site.com*', '<p><em>https://site.com</em></p>'],
    ['<https://site.com>', '<p>&lt;<a href="https://site.com">https://site.com</a>&gt;</p>'],
    ['HTTPS://SITE.COM', '<p>HTTPS://SITE.COM</p>'],
    ['[site](site.com/x y)', '<p><a href="http://site.com/x%20y">site</a></p>'],
    ['[top](/help) [part](#part)', '<p><a href="/help">top</a> <a href="#part">part</a></p>'],
    ['[bad](javascript:alert(1))', '<p>[bad](javascript:alert(1))</p>'],
    ['[](https://site.com)', '<p><a href="https://site.com">https://site.com</a></p>'],
    ['[**raw** :tada:](https://site.com)', '<p><a href="https://site.com">**raw** :tada:</a></p>'],
    ["[hi](https://site.com 'tip')", '<p><a href="https://site.com" title="tip">hi</a></p>'],
    [
      '[here](https://chat.example.com/#narrow/channel/9-design)',
      '<p><a href="#narrow/channel/9-design">here</a></p>',
    ],
    ['![pic](/x.png)', '<p>![pic](/x.png)</p>'],
    [
      '[ref][1]\n\n[1]: https://site.com',
      '<p>[ref][1]</p>\n<p>[1]: <a href="https://site.com">https://site.com</a></p>',
    ],
    ['[a [b] c](http://x.com/(y))', '<p><a href="http://x.com/(y)">a [b] c</a></p>'],
    ['[t]()', '<p>[t]()</p>'],
    ['[a\nb](site.com)', '<p><a href="http://site.com">a\nb</a></p>'],
    ['[x](<a.com/b c>)', '<p><a href="http://a.com/b%20c">x</a></p>'],
    ['[`c` **d**](http://x.com)', '<p><a href="http://x.com"><code>c</code> **d**</a></p>'],
    ['[see #**design**](http://x.com)', '<p><a href="http://x.com">see #design</a></p>'],
    ['[y](HTTP://X.com) [z](tel:1)', '<p><a href="http://X.com">y</a> <a href="tel:1">z</a></p>'],
    ['[m](a@b.com)', '<p><a href="mailto:a@b.com">m</a></p>'],
    ['x.com:8080 x.com?y x.com/?y', '<p>x.com:8080 x.com?y <a href="http://x.com/?y">x.com/?y</a></p>'],
    ['mailto:a@b.com', '<p>mailto:<a href="mailto:a@b.com">a@b.com</a></p>'],
    [
      'https://site.com. (site.com), "site.com"!?',
      '<p><a href="https://site.com">https://site.com</a>. (<a href="http://site.com">site.com</a>), "<a href="http://site.com">site.com</a>"!?</p>',
    ],
    [
      'https://chat.example.com/#narrow/x https://chat.example.com/help',
      '<p><a href="#narrow/x">https://chat.example.com/#narrow/x</a> <a href="https://chat.example.com/help">https://chat.example.com/help</a></p>',
    ],
    [
      'bitcoin:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
      '<p><a href="bitcoin:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa">bitcoin:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa</a></p>',
    ],
    ['http://localhost:9991/x', '<p><a href="http://localhost:9991/x">http://localhost:9991/x</a></p>'],
    ['https://a.example/<b>', '<p><a href="https://a.example/&lt;b">https://a.example/&lt;b</a>&gt;</p>'],
    ['https://a.example/"x', '<p>https://a.example/"x</p>'],
  ],
  'addresses that do not parse as a URL': [
    ['[x](http://[)', '<p>[x](http://[)</p>'],
    ['[x](<a b>)', '<p>[x](&lt;a b&gt;)</p>'],
    ['[x](/\\[)', '<p>[x](/\\[)</p>'],
    ['[x](//[)', '<p>[x](//[)</p>'],
    ['[x](ftp://)', '<p>[x](ftp://)</p>'],
    ['https://a:99999/', '<p>https://a:99999/</p>'],
    ['[x](https://a:99999/)', '<p>[x](https://a:99999/)</p>'],
    ['http://999.999.999.999/', '<p>http://999.999.999.999/</p>'],
    [
      'https://a.example/100%.zip',
      '<p><a href="https://a.example/100%.zip">https://a.example/100%.zip</a></p>',
    ],
  ],
  mentions: [
    [
      '@**Bo**, @_**Bo** and @**|31**',
      '<p><span class="user-mention" data-user-id="32">@Bo</span>, <span class="user-mention silent" data-user-id="32">Bo</span> and <span class="user-mention" data-user-id="31">@Ana Lopez</span></p>',
    ],
    [
      '@**ana lopez** @**ana lopez|31**',
      '<p><span class="user-mention" data-user-id="31">@Ana Lopez</span> @<strong>ana lopez|31</strong></p>',
    ],
    [
      'x@**Bo** (@**Bo**)',
      '<p>x@<strong>Bo</strong> (<span class="user-mention" data-user-id="32">@Bo</span>)</p>',
    ],
    [
      '@**all** @_**topic** @**Everyone**',
      '<p><span class="user-mention channel-wildcard-mention" data-user-id="*">@all</span> <span class="topic-mention silent">topic</span> @<strong>Everyone</strong></p>',
    ],
    [
      '@**Old Timer** @*ghosts*',
      '<p><span class="user-mention silent" data-user-id="33">Old Timer</span> @<em>ghosts</em></p>',
    ],
    [
      '~~@**Bo**~~ *to @**Bo***',
      '<p><del>@<strong>Bo</strong></del> <em>to <span class="user-mention" data-user-id="32">@Bo</span></em></p>',
    ],
    [
      '@**|32** @**Bo|32** @**bo|32**',
      '<p><span class="user-mention" data-user-id="32">@Bo</span> <span class="user-mention" data-user-id="32">@Bo</span> @<strong>bo|32</strong></p>',
    ],
    [
      '@*retired* @*role:administrators* @_*backend*',
      '<p><span class="user-group-mention silent" data-user-group-id="18">retired</span> <span class="user-group-mention" data-user-group-id="3">@Administrators</span> <span class="user-group-mention silent" data-user-group-id="17">backend</span></p>',
    ],
    [
      '@_**all** @**topic** @**stream**',
      '<p><span class="user-mention channel-wildcard-mention silent" data-user-id="*">all</span> <span class="topic-mention">@topic</span> <span class="user-mention channel-wildcard-mention" data-user-id="*">@stream</span></p>',
    ],
    [
      '@**here** @_**here** @**Here**',
      '<p><span class="topic-mention">@here</span> <span class="topic-mention silent">here</span> @<strong>Here</strong></p>',
    ],
    ['@Bo @all', '<p>@Bo @all</p>'],
    ['# @**Bo**', '<h1><span class="user-mention" data-user-id="32">@Bo</span></h1>'],
    [
      '[@**Bo**](x.com)',
      '<p><a href="http://x.com"><span class="user-mention" data-user-id="32">@Bo</span></a></p>',
    ],
    [
      '@**nobody** @**Bo**',
      '<p>@<strong>nobody</strong> <span class="user-mention" data-user-id="32">@Bo</span></p>',
    ],
  ],
  'links to channels, topics and messages': [
    [
      '#**new team** #**New Team**',
      '<p><a class="stream" data-stream-id="10" href="/#narrow/channel/10-new-team">#new team</a> #<strong>New Team</strong></p>',
    ],
    [
      '#**design>logo** #**design>fresh start**',
      '<p><a class="stream-topic" data-stream-id="9" href="/#narrow/channel/9-design/topic/logo/with/214">#design &gt; logo</a> <a class="stream-topic" data-stream-id="9" href="/#narrow/channel/9-design/topic/fresh.20start">#design &gt; fresh start</a></p>',
    ],
    [
      '#**design>logo@220**',
      '<p><a class="message-link" href="/#narrow/channel/9-design/topic/logo/near/220">#design &gt; logo @ 💬</a></p>',
    ],
    [
      '#**design>**',
      '<p><a class="stream-topic" data-stream-id="9" href="/#narrow/channel/9-design/topic/">#design &gt; <em>general chat</em></a></p>',
    ],
    [
      '#**a>b** #**nope>x**',
      '<p><a class="stream" data-stream-id="11" href="/#narrow/channel/11-a.3Eb">#a&gt;b</a> #<strong>nope&gt;x</strong></p>',
    ],
    [
      '#**design>@220**',
      '<p><a class="message-link" href="/#narrow/channel/9-design/topic//near/220">#design &gt; <em>general chat</em> @ 💬</a></p>',
    ],
    [
      '#**design>a.b/c d**',
      '<p><a class="stream-topic" data-stream-id="9" href="/#narrow/channel/9-design/topic/a.2Eb.2Fc.20d">#design &gt; a.b/c d</a></p>',
    ],
    ['`x`#**design**', '<p><code>x</code>#<strong>design</strong></p>'],
  ],
  emoji: [
    [
      ':tada: :not_an_emoji_x: :party_gopher:',
      '<p><span aria-label="tada" class="emoji emoji-1f389" role="img" title="tada">:tada:</span> :not_an_emoji_x: <img alt=":party_gopher:" class="emoji" src="/user_avatars/2/emoji/images/7.png" title="party gopher"></p>',
    ],
    [
      '🎉 ❤️ ❤ ↔',
      '<p><span aria-label="tada" class="emoji emoji-1f389" role="img" title="tada">:tada:</span> <span aria-label="heart" class="emoji emoji-2764" role="img" title="heart">:heart:</span> ❤ ↔</p>',
    ],
    [
      ':+1: :thumbs_up: :chat:',
      '<p><span aria-label="+1" class="emoji emoji-1f44d" role="img" title="+1">:+1:</span> <span aria-label="thumbs up" class="emoji emoji-1f44d" role="img" title="thumbs up">:thumbs_up:</span> <img alt=":chat:" class="emoji" src="/static/generated/emoji/images/emoji/unicode/chat.png" title="chat"></p>',
    ],
    [':x_y:tada:', '<p>:x_y:tada:</p>'],
    [
      '🇺🇸 1️⃣ ©️ © 1 #',
      '<p><span aria-label="flag united states" class="emoji emoji-1f1fa-1f1f8" role="img" title="flag united states">:flag_united_states:</span> <span aria-label="one" class="emoji emoji-0031-20e3" role="img" title="one">:one:</span> <span aria-label="copyright" class="emoji emoji-00a9" role="img" title="copyright">:copyright:</span> © 1 #</p>',
    ],
    ['👍🏽 x', '<p>👍🏽 x</p>'],
    ['👍🏽👋🏿 👩🏾‍💻 ☝🏻', '<p>👍🏽👋🏿 👩🏾‍💻 ☝🏻</p>'],
    [
      '👨‍👩‍👧',
      '<p><span aria-label="family man woman girl" class="emoji emoji-1f468-200d-1f469-200d-1f467" role="img" title="family man woman girl">:family_man_woman_girl:</span></p>',
    ],
  ],
  times: [
    [
      '<time:2025-03-01T09:30:00+02:00>',
      '<p><time datetime="2025-03-01T07:30:00Z">2025-03-01T09:30:00+02:00</time></p>',
    ],
    [
      '<time:next thursdayish>',
      '<p><span class="timestamp-error">Invalid time format: next thursdayish</span></p>',
    ],
    ['<time:1722960000>', '<p><time datetime="2024-08-06T16:00:00Z">1722960000</time></p>'],
    ['<time:"><b>', '<p><span class="timestamp-error">Invalid time format: "</span>&lt;b&gt;</p>'],
    ['<time:<b>>', '<p><span class="timestamp-error">Invalid time format: &lt;b</span>&gt;</p>'],
    ['<time:>', '<p><span class="timestamp-error">Invalid time format: </span></p>'],
  ],
  TeX: [
    ['price $$5 and $$6', '<p>price $$5 and $$6</p>'],
    ['$$\\oops{$$ x', '<p><span class="tex-error">$$\\oops{$$</span> x</p>'],
    ['a$$x$$ $$_x$$ $x$', '<p>a$$x$$ $$_x$$ $x$</p>'],
  ],
  linkifiers: [
    [
      'fix #4512, OPS-7 and **#4512**',
      '<p>fix <a href="https://tracker.example/4512">#4512</a>, <a href="https://ops.example/OPS-7">OPS-7</a> and <strong>#4512</strong></p>',
    ],
    ['a#4512 #4512b `#4512`', '<p>a#4512 #4512b <code>#4512</code></p>'],
    [
      '(#12) "#12" #12> #12@ #12_ x#12 #12x )#12( ##12 漢#12',
      '<p>(<a href="https://tracker.example/12">#12</a>) "<a href="https://tracker.example/12">#12</a>" <a href="https://tracker.example/12">#12</a>&gt; <a href="https://tracker.example/12">#12</a>@ <a href="https://tracker.example/12">#12</a>_ x#12 #12x )#12( ##12 漢#12</p>',
    ],
    [
      '** #123 ** [#123](x.com)',
      '<p><strong> <a href="https://tracker.example/123">#123</a> </strong> <a href="http://x.com">#123</a></p>',
    ],
  ],
  previews: [
    [
      'https://img.example/p.png',
      '<div class="message_inline_image"><a href="https://img.example/p.png"><img src="https://img.example/p.png"></a></div>',
    ],
    [
      '> https://img.example/p.png',
      '<blockquote>\n<p><a href="https://img.example/p.png">https://img.example/p.png</a></p>\n</blockquote>',
    ],
    [
      '[cat](/user_uploads/2/ab/cat.png)',
      '<p><a href="/user_uploads/2/ab/cat.png">cat</a></p>\n<div class="message_inline_image"><a href="/user_uploads/2/ab/cat.png" title="cat"><img data-original-content-type="image/png" data-original-dimensions="640x480" src="/user_uploads/thumbnail/2/ab/cat.png/840x560.webp"></a></div>',
    ],
    [
      '[new](/user_uploads/2/ab/new.png)',
      '<p><a href="/user_uploads/2/ab/new.png">new</a></p>\n<div class="message_inline_image"><a href="/user_uploads/2/ab/new.png" title="new"><img class="image-loading-placeholder" data-original-content-type="image/png" data-original-dimensions="100x50" src="/static/images/loading/loader-black.svg"></a></div>',
    ],
    [
      'clip https://img.example/v.webm',
      '<p>clip <a href="https://img.example/v.webm">https://img.example/v.webm</a></p>\n<div class="message_inline_image message_inline_video"><a href="https://img.example/v.webm"><video preload="metadata" src="https://img.example/v.webm"></video></a></div>',
    ],
    [
      'https://youtu.be/Ab_1',
      '<p><a href="https://youtu.be/Ab_1">https://youtu.be/Ab_1</a></p>\n<div class="youtube-video message_inline_image"><a data-id="Ab_1" href="https://youtu.be/Ab_1"><img src="https://i.ytimg.com/vi/Ab_1/mqdefault.jpg"></a></div>',
    ],
    [
      '* https://img.example/p.png\n* x',
      '<ul>\n<li><div class="message_inline_image"><a href="https://img.example/p.png"><img src="https://img.example/p.png"></a></div></li>\n<li>x</li>\n</ul>',
    ],
    [
      '# https://img.example/p.png',
      '<h1><a href="https://img.example/p.png">https://img.example/p.png</a></h1>\n<div class="message_inline_image"><a href="https://img.example/p.png"><img src="https://img.example/p.png"></a></div>',
    ],
    [
      'a https://img.example/p.png b\n\nhttps://img.example/q.PNG?x\n\nc',
      '<p>a <a href="https://img.example/p.png">https://img.example/p.png</a> b</p>\n<div class="message_inline_image"><a href="https://img.example/p.png"><img src="https://img.example/p.png"></a></div><div class="message_inline_image"><a href="https://img.example/q.PNG?x"><img src="https://img.example/q.PNG?x"></a></div><p>c</p>',
    ],
    ['https://img.example/p.svg', '<p><a href="https://img.example/p.svg">https://img.example/p.svg</a></p>'],
    [
      'https://img.example/v.webm?x',
      '<p><a href="https://img.example/v.webm?x">https://img.example/v.webm?x</a></p>',
    ],
    ['[t](mailto:a@b.com/x.png)', '<p><a href="mailto:a@b.com/x.png">t</a></p>'],
    [
      'https://www.youtube.com/watch?v=Ab-1&t=3',
      '<p><a href="https://www.youtube.com/watch?v=Ab-1&amp;t=3">https://www.youtube.com/watch?v=Ab-1&amp;t=3</a></p>\n<div class="youtube-video message_inline_image"><a data-id="Ab-1" href="https://www.youtube.com/watch?v=Ab-1&amp;t=3"><img src="https://i.ytimg.com/vi/Ab-1/mqdefault.jpg"></a></div>',
    ],
    [
      'https://www.youtube.com/playlist?list=PL1',
      '<p><a href="https://www.youtube.com/playlist?list=PL1">https://www.youtube.com/playlist?list=PL1</a></p>',
    ],
    [
      'https://github.com/o/r/blob/main/a.png',
      '<div class="message_inline_image"><a href="https://github.com/o/r/blob/main/a.png"><img src="https://raw.githubusercontent.com/o/r/main/a.png"></a></div>',
    ],
    ['[gone](/user_uploads/2/ab/gone.png)', '<p><a href="/user_uploads/2/ab/gone.png">gone</a></p>'],
  ],
  'HTML in the source': [
    ['<img src=x onerror=alert(1)>', '<p>&lt;img src=x onerror=alert(1)&gt;</p>'],
    [
      '[x](https://a.example/"onmouseover="x)',
      '<p><a href="https://a.example/&quot;onmouseover=&quot;x">x</a></p>',
    ],
    ['<script>x()</script>', '<p>&lt;script&gt;x()&lt;/script&gt;</p>'],
    ['</p><script>', '<p>&lt;/p&gt;&lt;script&gt;</p>'],
    ['<!-- x -->', '<p>&lt;!-- x --&gt;</p>'],
    ['[x](JaVaScript:a)', '<p>[x](JaVaScript:a)</p>'],
    ['[x]( \u0001javascript:a)', '<p>[x]( \u0001javascript:a)</p>'],
    ['[x](java\nscript:a)', '<p>[x](java<br>\nscript:a)</p>'],
    ['[x](data:text/html,y)', '<p>[x](data:text/html,y)</p>'],
    ['[x](&#106;avascript:alert(1))', '<p><a href="http://&#106;avascript:alert(1)">x</a></p>'],
    ['[x](java    script:y)', '<p>[x](java    script:y)</p>'],
    ['[x](//evil.example/y)', '<p><a href="http://evil.example/y">x</a></p>'],
    ['<a href="javascript:x">y</a>', '<p>&lt;a href="javascript:x"&gt;y&lt;/a&gt;</p>'],
    ['$$\\oops{<b>$$', '<p><span class="tex-error">$$\\oops{&lt;b&gt;$$</span></p>'],
  ],
})

renders(
  {
    'emoticons, for those who want them': [
      [
        'ok :) :-) x:)',
        '<p>ok <span aria-label="smile" class="emoji emoji-1f642" role="img" title="smile">:smile:</span> :-) x:)</p>',
      ],
    ],
  },
  { emoticons: true },
)
