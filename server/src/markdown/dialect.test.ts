import { describe, expect, it } from 'vitest'
import { renderMessage } from './render.ts'
import { testContext } from './testing/context.ts'

/** What is typed, and the HTML it becomes. */
type Pair = [source: string, html: string]

/** The dialect, by example. The people, channels and so on that exist are in `testing/context.ts`. */
const dialect: Record<string, Pair[]> = {
  'text and line breaks': [
    ['one\ntwo', '<p>one<br>\ntwo</p>'],
    ['one  \ntwo', '<p>one  <br>\ntwo</p>'],
    ['one\n\n\ntwo', '<p>one</p>\n<p>two</p>'],
    ['   one', '<p>one</p>'],
    [`say "hi" & 'bye' <ok>`, `<p>say "hi" &amp; 'bye' &lt;ok&gt;</p>`],
    ['&hearts; &fake; R&D', '<p>&hearts; &fake; R&amp;D</p>'],
    ["it's\ttab", "<p>it's    tab</p>"],
    ['a\r\nb', '<p>a<br>\nb</p>'],
    ['\u0002x\u0003', '<p>x</p>'],
    ['one\n   two', '<p>one<br>\n   two</p>'],
    ['&lt;b&gt; &#42; &nope', '<p>&lt;b&gt; &#42; &amp;nope</p>'],
  ],
  'emphasis, strike and code spans': [
    ['an *apple* a day', '<p>an <em>apple</em> a day</p>'],
    ['5 * 6 * 7', '<p>5 * 6 * 7</p>'],
    ['**split\nline**', '<p>**split<br>\nline**</p>'],
    ['_kept_ and __kept__', '<p>_kept_ and __kept__</p>'],
    ['***both*** here', '<p><strong><em>both</em></strong> here</p>'],
    ['***mix** x*', '<p><strong>*mix</strong> x*</p>'],
    ['~~gone~~ stays', '<p><del>gone</del> stays</p>'],
    ['\\*not escaped\\*', '<p>\\<em>not escaped\\</em></p>'],
    ['**a *b* ~~c~~**', '<p><strong>a <em>b</em> <del>c</del></strong></p>'],
    ['`` tick ` inside ``', '<p><code> tick ` inside </code></p>'],
    ['`two\nlines`', '<p><code>two\nlines</code></p>'],
    ['`**no** @**Bo** :tada:`', '<p><code>**no** @**Bo** :tada:</code></p>'],
    [
      '**hi @**Bo** x**',
      '<p><strong>hi <span class="user-mention" data-user-id="32">@Bo</span> x</strong></p>',
    ],
    ['**a*b**c*', '<p><strong>a*b</strong>c*</p>'],
    ['**a', '<p>**a</p>'],
    ['~~~a~~~ ~~ b ~~ ~~x~y~~', '<p>~~~a~~~ <del> b </del> ~~x~y~~</p>'],
    ['\\`x`', '<p>\\`x`</p>'],
    ['\\\\`x`', '<p>\\<code>x</code></p>'],
    ['``a`', '<p><code>`a</code></p>'],
    ['```x``` y', '<p><code>x</code> y</p>'],
    ['`&amp;`', '<p><code>&amp;amp;</code></p>'],
    ['`a`@**Bo**', '<p><code>a</code>@<strong>Bo</strong></p>'],
  ],
  'headings and rules': [
    ['# Top\ntext under', '<h1>Top</h1>\n<p>text under</p>'],
    ['## Trim ##', '<h2>Trim</h2>'],
    ['Setext\n======', '<p>Setext<br>\n======</p>'],
    ['above\n---\nbelow', '<p>above</p>\n<hr>\n<p>below</p>'],
    ['#x', '<p>#x</p>'],
    ['#######', '<p>#######</p>'],
    [' # no', '<p># no</p>'],
    ['#\nfoo', '<h1>foo</h1>'],
    ['# foo\\', '<p># foo\\</p>'],
    ['* * *', '<hr>'],
    ['- - -', '<hr>'],
    ['***', '<hr>'],
    ['-- -', '<hr>'],
    ['* a\n# H\n* b', '<ul>\n<li>a</li>\n</ul>\n<h1>H</h1>\n<ul>\n<li>b</li>\n</ul>'],
  ],
  quotes: [
    ['> first\nstill quoted', '<blockquote>\n<p>first<br>\nstill quoted</p>\n</blockquote>'],
    ['> one\n\n> two', '<blockquote>\n<p>one</p>\n</blockquote>\n<blockquote>\n<p>two</p>\n</blockquote>'],
    ['>\n> x', '<blockquote>\n<p>x</p>\n</blockquote>'],
    [
      '> ping @**Bo** and @*backend*',
      '<blockquote>\n<p>ping <span class="user-mention silent" data-user-id="32">Bo</span> and <span class="user-group-mention silent" data-user-group-id="17">backend</span></p>\n</blockquote>',
    ],
    ['>', '<p>&gt;</p>'],
    ['>> a\nb', '<blockquote>\n<blockquote>\n<p>a<br>\nb</p>\n</blockquote>\n</blockquote>'],
    ['> a\n---\nb', '<blockquote>\n<p>a</p>\n</blockquote>\n<hr>\n<p>b</p>'],
    ['> a\n>\n> b', '<blockquote>\n<p>a</p>\n<p>b</p>\n</blockquote>'],
    ['> ```\n> x\n> ```', '<blockquote>\n<p><code>\nx\n</code></p>\n</blockquote>'],
    ['> text\n> * item', '<blockquote>\n<p>text<br>\n* item</p>\n</blockquote>'],
    ['text\n> q', '<p>text</p>\n<blockquote>\n<p>q</p>\n</blockquote>'],
    [
      '> * @**all**',
      '<blockquote>\n<ul>\n<li><span class="user-mention channel-wildcard-mention silent" data-user-id="*">all</span></li>\n</ul>\n</blockquote>',
    ],
  ],
  lists: [
    ['- alpha\n+ beta\n* gamma', '<ul>\n<li>alpha</li>\n<li>beta</li>\n<li>gamma</li>\n</ul>'],
    ['Shopping:\n* milk\n* eggs', '<p>Shopping:</p>\n<ul>\n<li>milk</li>\n<li>eggs</li>\n</ul>'],
    ['Steps:\n1. cut\n2. glue', '<p>Steps:</p>\n<ol>\n<li>cut</li>\n<li>glue</li>\n</ol>'],
    ['Steps:\n12. cut', '<p>Steps:<br>\n12. cut</p>'],
    ['4. four\n9. five', '<ol start="4">\n<li>four</li>\n<li>five</li>\n</ol>'],
    [
      '* top\n  * mid\n    * low',
      '<ul>\n<li>top<ul>\n<li>mid<ul>\n<li>low</li>\n</ul>\n</li>\n</ul>\n</li>\n</ul>',
    ],
    ['* top\n    * not nested', '<ul>\n<li>top<br>\n    * not nested</li>\n</ul>'],
    ['  * indented', '<p>* indented</p>'],
    ['* x\n\n* y', '<ul>\n<li>\n<p>x</p>\n</li>\n<li>\n<p>y</p>\n</li>\n</ul>'],
    ['* x\n  wrap\n* y', '<ul>\n<li>\n<p>x<br>\n  wrap</p>\n</li>\n<li>\n<p>y</p>\n</li>\n</ul>'],
    ['* x\n1. y', '<ul>\n<li>x</li>\n</ul>\n<ol>\n<li>y</li>\n</ol>'],
    ['1) no\n2) list', '<p>1) no<br>\n2) list</p>'],
    ['- [ ] box', '<ul>\n<li>[ ] box</li>\n</ul>'],
    ['text\n2. a', '<p>text</p>\n<ol start="2">\n<li>a</li>\n</ol>'],
    ['1. a\n   * b', '<ol>\n<li>\n<p>a</p>\n<ul>\n<li>b</li>\n</ul>\n</li>\n</ol>'],
    ['* a\n\n  para', '<ul>\n<li>\n<p>a</p>\n<p>para</p>\n</li>\n</ul>'],
    ['* a\n\npara', '<ul>\n<li>a</li>\n</ul>\n<p>para</p>'],
    ['* a\n> q', '<ul>\n<li>a<blockquote>\n<p>q</p>\n</blockquote>\n</li>\n</ul>'],
    [
      '* a\n```\nx\n```\n* b',
      '<ul>\n<li>a</li>\n</ul>\n<div class="codehilite"><pre><span></span><code>x\n</code></pre></div>\n<ul>\n<li>b</li>\n</ul>',
    ],
    ['0. a', '<ol start="0">\n<li>a</li>\n</ol>'],
    ['* a\n1. b\n* c', '<ul>\n<li>a</li>\n</ul>\n<ol>\n<li>b</li>\n</ol>\n<ul>\n<li>c</li>\n</ul>'],
    ['* * b\n  * c', '<ul>\n<li>\n<ul>\n<li>b</li>\n<li>c</li>\n</ul>\n</li>\n</ul>'],
    ['* a\n  * b\n\n  para', '<ul>\n<li>\n<p>a</p>\n<ul>\n<li>b</li>\n</ul>\n<p>para</p>\n</li>\n</ul>'],
    ['* a\n  # no', '<ul>\n<li>a<br>\n  # no</li>\n</ul>'],
  ],
  tables: [
    [
      '|k|v|\n|:--|--:|\n|a|1|',
      '<table>\n<thead>\n<tr>\n<th style="text-align: left;">k</th>\n<th style="text-align: right;">v</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td style="text-align: left;">a</td>\n<td style="text-align: right;">1</td>\n</tr>\n</tbody>\n</table>',
    ],
    [
      'k|v\n-|-',
      '<table>\n<thead>\n<tr>\n<th>k</th>\n<th>v</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td></td>\n<td></td>\n</tr>\n</tbody>\n</table>',
    ],
    ['before\n|k|v|\n|-|-|\n|a|1|', '<p>before<br>\n|k|v|<br>\n|-|-|<br>\n|a|1|</p>'],
    [
      '|k|v|\n|-|-|\n|a\\|b|`c|d`|',
      '<table>\n<thead>\n<tr>\n<th>k</th>\n<th>v</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>a\\|b</td>\n<td><code>c|d</code></td>\n</tr>\n</tbody>\n</table>',
    ],
    [
      '|a|\n|-|\n|b|',
      '<table>\n<thead>\n<tr>\n<th>a</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>b</td>\n</tr>\n</tbody>\n</table>',
    ],
    [
      'a|b\n-|-\n1',
      '<table>\n<thead>\n<tr>\n<th>a</th>\n<th>b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1</td>\n<td></td>\n</tr>\n</tbody>\n</table>',
    ],
    ['|a|b|\n|-|\nx', '<p>|a|b|<br>\n|-|<br>\nx</p>'],
    ['- | -\nx', '<ul>\n<li>| -<br>\nx</li>\n</ul>'],
    [
      '|a|\n|:-:|\n|b|c|',
      '<table>\n<thead>\n<tr>\n<th style="text-align: center;">a</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td style="text-align: center;">b</td>\n</tr>\n</tbody>\n</table>',
    ],
  ],
  'fenced and indented code, quotes, spoilers, math': [
    [
      '```\n<x> "y" \'z\'\n```',
      '<div class="codehilite"><pre><span></span><code>&lt;x&gt; &quot;y&quot; &#39;z&#39;\n</code></pre></div>',
    ],
    [
      '```nolang\n<x> "y"\n```',
      '<div class="codehilite" data-code-language="nolang"><pre><span></span><code>&lt;x&gt; "y"\n</code></pre></div>',
    ],
    ['~~~\nopen ended', '<div class="codehilite"><pre><span></span><code>open ended\n</code></pre></div>'],
    [
      '```\nlong\n````\n```',
      '<div class="codehilite"><pre><span></span><code>long\n````\n</code></pre></div>',
    ],
    ['```\n```', ''],
    [
      'lead\n```text\nbody\n```\ntail',
      '<p>lead</p>\n<div class="codehilite" data-code-language="Text only"><pre><span></span><code>body\n</code></pre></div>\n<p>tail</p>',
    ],
    ['```quote\nq1\n\nq2\n```', '<blockquote>\n<p>q1</p>\n<p>q2</p>\n</blockquote>'],
    [
      '```spoiler Plot *twist*\nIt was **Bo**\n```',
      '<div class="spoiler-block"><div class="spoiler-header">\n<p>Plot <em>twist</em></p>\n</div><div class="spoiler-content" aria-hidden="true">\n<p>It was <strong>Bo</strong></p>\n</div></div>',
    ],
    [
      '```spoiler\nhid\n```',
      '<div class="spoiler-block"><div class="spoiler-header">\n</div><div class="spoiler-content" aria-hidden="true">\n<p>hid</p>\n</div></div>',
    ],
    [
      '~~~~quote\n```nolang\nz\n```\nafter\n~~~~',
      '<blockquote>\n<div class="codehilite" data-code-language="nolang"><pre><span></span><code>z\n</code></pre></div>\n<p>after</p>\n</blockquote>',
    ],
    ['```math\n\\oops{\n```', '<p><span class="tex-error">\\oops{</span></p>'],
    [
      '    four < five',
      '<div class="codehilite"><pre><span></span><code>four &lt; five\n</code></pre></div>',
    ],
    [
      '```py\nx = 1 # one\n```',
      '<div class="codehilite" data-code-language="Python"><pre><span></span><code>x <span class="o">=</span> <span class="mi">1</span> <span class="c1"># one</span>\n</code></pre></div>',
    ],
    [
      '```{.js}\nlet a\n```',
      '<div class="codehilite" data-code-language="JavaScript"><pre><span></span><code><span class="k">let</span> a\n</code></pre></div>',
    ],
    ['```"py\nx', '<p>```"py<br>\nx</p>'],
    [
      '```c++ "ignored"\na\n```',
      '<div class="codehilite" data-code-language="C++"><pre><span></span><code>a\n</code></pre></div>',
    ],
    ['~~~~~\n~~~\n~~~~~', '<div class="codehilite"><pre><span></span><code>~~~\n</code></pre></div>'],
    ['```\n\na \n\n```', '<div class="codehilite"><pre><span></span><code>a\n</code></pre></div>'],
    ['```quote\ntext\n* item\n```', '<blockquote>\n<p>text</p>\n<ul>\n<li>item</li>\n</ul>\n</blockquote>'],
    ['```quote\n\n```', '<p>&gt; </p>'],
    [
      '```quote\n```text\nx\n```\n```',
      '<blockquote>\n<div class="codehilite" data-code-language="Text only"><pre><span></span><code>x\n</code></pre></div>\n</blockquote>',
    ],
    [
      '```spoiler a\ntext\n* y\n```',
      '<div class="spoiler-block"><div class="spoiler-header">\n<p>a</p>\n</div><div class="spoiler-content" aria-hidden="true">\n<p>text<br>\n* y</p>\n</div></div>',
    ],
    [
      '```spoiler\n```text\nx\n```\n@**Bo**\n```',
      '<div class="spoiler-block"><div class="spoiler-header">\n</div><div class="spoiler-content" aria-hidden="true">\n<div class="codehilite" data-code-language="Text only"><pre><span></span><code>x\n</code></pre></div>\n<p><span class="user-mention" data-user-id="32">@Bo</span></p>\n</div></div>',
    ],
    [
      '    a\n\n\n    b\nc',
      '<div class="codehilite"><pre><span></span><code>a\n\n\nb\n</code></pre></div>\n\n<p>c</p>',
    ],
    ['text\n    no code', '<p>text<br>\n    no code</p>'],
    [
      '```html\n</code></pre><script>\n```',
      '<div class="codehilite" data-code-language="HTML"><pre><span></span><code><span class="nt">&lt;/code</span><span class="nt">&gt;</span><span class="nt">&lt;/pre</span><span class="nt">&gt;</span><span class="nt">&lt;script</span><span class="nt">&gt;</span>\n</code></pre></div>',
    ],
  ],
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
      '<p><span aria-label="us" class="emoji emoji-1f1fa-1f1f8" role="img" title="us">:us:</span> <span aria-label="one" class="emoji emoji-0031-20e3" role="img" title="one">:one:</span> <span aria-label="copyright" class="emoji emoji-00a9" role="img" title="copyright">:copyright:</span> © 1 #</p>',
    ],
    ['👍🏽 x', '<p>👍🏽 x</p>'],
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
}

describe.each(Object.entries(dialect))('%s', (_, pairs) => {
  it.each(pairs)('%j', (source, html) => {
    expect(renderMessage(source, testContext).html).toBe(html)
  })
})

describe('emoticons, for those who want them', () => {
  const pairs: Pair[] = [
    [
      'ok :) :-) x:)',
      '<p>ok <span aria-label="smile" class="emoji emoji-1f642" role="img" title="smile">:smile:</span> :-) x:)</p>',
    ],
  ]
  it.each(pairs)('%j', (source, html) => {
    expect(renderMessage(source, { ...testContext, emoticons: true }).html).toBe(html)
  })
})
