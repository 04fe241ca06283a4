import type { Lexis } from './tokens.ts'

/** A language: its display name and, if known, its lexical rules. */
export interface Language {
  name: string
  lexis: Lexis | undefined
}

const flow = 'if else for while do switch case default break continue return goto'
const c = `
  ${flow} auto char const double enum extern float inline int long register short signed sizeof static
  struct typedef union unsigned void volatile bool`
const cpp = `
  ${c} alignas catch class concept constexpr decltype delete explicit export friend mutable namespace new
  noexcept operator override private protected public requires template this throw try typename using
  virtual`
const jvm = `
  ${flow} abstract assert boolean byte catch char class double enum extends final finally float implements
  import instanceof int interface long native new package private protected public short static super
  synchronized this throw throws try void volatile`
const js = `
  ${flow} async await class const debugger delete export extends finally catch from function import in
  instanceof let new of static super this throw try typeof var void with yield`
const ts = `
  ${js} abstract any as asserts bigint boolean declare enum implements infer interface is keyof namespace
  never number object override private protected public readonly satisfies string symbol type unknown`
const python = `
  and as assert async await break class continue def del elif else except finally for from global if
  import in is lambda match nonlocal not or pass raise return try while with yield`
const sql = `
  add all alter and any as asc begin between by case cast check column commit constraint create cross
  database default delete desc distinct drop else end exists explain foreign from full function group
  having if in index inner insert into is join key left like limit natural not offset on or order outer
  primary procedure references returning right rollback select set table then trigger truncate union
  unique update using values view when where with`
const shell = `
  case do done elif else esac export fi for function if in local readonly return select set then trap
  unset until while`
const lisp = `
  and begin case cond def define defmacro defn defun do else fn if lambda let letrec loop not ns or progn
  quote set setf unless when`
const ml = `
  and as begin class do done else end exception external for fun function if in include inherit let match
  method module mutable new object of open rec sig struct then to try type val when while with yield`

/**
 * name | words it is chosen by | comments | quotes | keywords. A comment goes to the end of its line, or with
 * … from one mark to the other; a quote of three characters, or a backquote, may go over lines. Without
 * comments and quotes: no colors.
 */
const table = `
  Ada | ada | -- | " | abort accept access all and array begin body case constant declare else elsif end entry
      exit for function if in is loop new not of or others out package procedure protected raise range record
      return subtype task then type use when while with
  ApacheConf | apache apacheconf aconf | # | " |
  AppleScript | applescript | -- | " | and end else exit from given global if in is my not of on or repeat
      return set tell the then to try until while with
  Arduino | arduino | // /*…*/ | " ' | ${cpp}
  Awk | awk gawk mawk nawk | # | " | ${flow} BEGIN END delete exit function getline in next print printf
  Bash | sh bash zsh shell ksh openrc | # | " ' | ${shell}
  Bash Session | console shell-session | # | " ' | ${shell}
  Batchfile | bat batch dosbatch winbatch | :: | " | call cd echo else exit for goto if in not pause rem set
      setlocal shift start
  C | c | // /*…*/ | " ' | ${c}
  C# | c# csharp cs | // /*…*/ | " ' | ${jvm} as async await base checked decimal delegate event explicit fixed
      foreach get implicit in internal is lock namespace object operator out override params partial readonly
      record ref sbyte sealed set string struct typeof uint ulong unsafe using var virtual where yield
  C++ | c++ cpp | // /*…*/ | " ' | ${cpp}
  CMake | cmake | # | " | if else elseif endif foreach endforeach function endfunction macro endmacro while
      endwhile include set return
  CSS | css | /*…*/ | " ' | important media import supports
  Clojure | clojure clj | ; | " | ${lisp}
  CoffeeScript | coffeescript coffee coffee-script | # | """ " ' | ${js} and isnt not or then unless until when
  Common Lisp | common-lisp cl lisp | ; | " | ${lisp}
  Crystal | cr crystal | # | " | begin break case class def do else elsif end ensure enum extend for if in
      include lib module next of private require rescue return self struct then unless until when while yield
  D | d | // /*…*/ | " ' \` | ${cpp} alias foreach function import in module out pure ref scope version
  Dart | dart | // /*…*/ | " ' | ${jvm} as async await dynamic export extension factory get in is late library
      mixin on operator part required set show typedef var with yield
  Delphi | delphi pas pascal objectpascal | // {…} (*…*) | ' | and array as begin case class const constructor
      destructor div do downto else end except exit finally for function if implementation in inherited
      interface is mod nil not of or private procedure program property protected public raise record repeat set
      then to try type unit until uses var while with
  Diff | diff udiff | | |
  Django/Jinja | django jinja | {#…#} | " ' | block else elif endblock endfor endif extends for if in include
  Docker | dockerfile docker | # | " ' | ADD ARG CMD COPY ENTRYPOINT ENV EXPOSE FROM HEALTHCHECK LABEL ONBUILD
      RUN SHELL STOPSIGNAL USER VOLUME WORKDIR AS
  Elixir | elixir ex exs | # | """ " ' | after alias and case catch cond def defmacro defmodule defp defstruct
      do else end fn for if import in not or quote raise receive require rescue try unless unquote use when with
  Elm | elm | -- {-…-} | """ " ' | as case else exposing if import in let module of port then type where
  Erlang | erlang | % | " | after and andalso begin case catch div end fun if not of or orelse receive rem try
      when xor
  F# | f# fsharp | // (*…*) | """ " | ${ml} abstract async default elif finally inline interface internal member
      namespace null override private public return static use
  Fortran | fortran f90 | ! | " ' | allocate call case character common complex contains continue cycle
      deallocate dimension do else elseif end endif enddo exit function if implicit in integer intent logical
      module none only out parameter print program read real return select stop subroutine then type use where
      while write
  GLSL | glsl | // /*…*/ | | ${c} attribute in out inout mat2 mat3 mat4 sampler2D uniform varying vec2 vec3 vec4
      discard precision
  Gherkin | gherkin cucumber | # | """ " | And Background But Examples Feature Given Scenario Outline Then When
  Go | go golang | // /*…*/ | " ' \` | ${flow} chan const defer fallthrough func go import interface map package
      range select struct type var
  GraphQL | graphql | # | """ " | directive enum extend fragment implements input interface mutation on query
      scalar schema subscription type union
  Groovy | groovy | // /*…*/ | """ ''' " ' | ${jvm} as def in trait
  HTML | html | <!--…--> | " ' |
  Handlebars | handlebars | {{!…}} | " ' | each else if unless with
  Haskell | haskell hs | -- {-…-} | " | case class data default deriving do else foreign if import in infix
      infixl infixr instance let module newtype of qualified then type where
  INI | ini cfg dosini | ; # | " |
  JSON | json json-object | // | " |
  Java | java | // /*…*/ | """ " ' | ${jvm} record sealed var yield
  JavaScript | javascript js | // /*…*/ | " ' \` | ${js}
  Julia | julia jl | # | """ " | abstract baremodule begin break catch const continue do else elseif end export
      finally for function global if import in let local macro module mutable primitive quote return struct try
      type using where while
  Kotlin | kotlin | // /*…*/ | """ " ' | ${flow} abstract as by catch class companion constructor data enum
      final finally fun get import in init inner interface internal is lateinit object open operator out
      override package private protected public sealed set super suspend this throw try typealias val var vararg
      when where
  LLVM | llvm | ; | " | align alloca br call declare define getelementptr global icmp load phi private ret store
      switch type unreachable
  LessCss | less | // /*…*/ | " ' | important media import when
  Lua | lua | --[[…]] -- | " ' | and break do else elseif end for function goto if in local not or repeat return
      then until while
  Makefile | make makefile mf bsdmake | # | | define else endef endif export ifdef ifeq ifndef ifneq include
      override
  Markdown | markdown md | | |
  Mathematica | mathematica mma nb | (*…*) | " |
  Matlab | matlab | % | " | break case catch classdef continue else elseif end for function global if methods
      otherwise parfor persistent properties return switch try while
  Nginx configuration file | nginx | # | " ' | events http if include listen location return rewrite root server
      server_name set upstream
  Nim | nim nimrod | # | """ " | addr and as asm bind block break case cast concept const continue converter
      defer discard distinct div do elif else end enum except export finally for from func if import in include
      interface is isnot iterator let macro method mixin mod nil not notin object of or out proc ptr raise ref
      return template try tuple type using var when while yield
  Nix | nixos nix | # /*…*/ | " | assert else if in inherit import let or rec then with
  OCaml | ocaml | (*…*) | " | ${ml}
  Objective-C | objc objective-c objectivec obj-c | // /*…*/ | " ' | ${c} class end id implementation import in
      interface nil nonatomic property protocol self strong super weak
  PHP | php php3 php4 php5 | // # /*…*/ | " ' | ${jvm} and array as callable clone const declare echo elseif
      empty endforeach endif endwhile exit fn foreach function global include include_once isset list match
      namespace or print readonly require require_once trait unset use var xor yield
  Perl | perl pl | # | " ' | and bless die do else elsif for foreach if last local my next no not or our package
      print redo require return sub unless until use while
  PostgreSQL SQL dialect | postgresql postgres | -- /*…*/ | " ' | ${sql}
  PowerShell | powershell pwsh posh ps1 psm1 | <#…#> # | " ' | begin break catch continue do else elseif end
      exit filter finally for foreach function if in param process return switch throw trap try until while
  Prolog | prolog | % /*…*/ | " ' | is mod not
  Properties | properties jproperties | # ! | |
  Protocol Buffer | protobuf proto | // /*…*/ | " ' | bool bytes double enum extend float import int32 int64 map
      message oneof option optional package repeated required reserved returns rpc service string syntax uint32
      uint64
  Puppet | puppet | # | " ' | and case class default define else elsif if import in include inherits node or
      unless
  Python | python py python3 py3 sage bazel starlark | # | """ ''' " ' | ${python}
  Python 2.x | python2 py2 | # | """ ''' " ' | ${python} exec print
  Ruby | ruby rb duby | # | " ' | alias and begin break case class def defined do else elsif end ensure for if
      in include module next not or redo require rescue retry return self super then undef unless until when
      while yield
  Rust | rust rs | // /*…*/ | " | as async await break const continue crate dyn else enum extern fn for if impl
      in let loop match mod move mut pub ref return self Self static struct super trait type union unsafe use
      where while
  S | r s splus | # | " ' | break else for function if in next repeat return while
  SCSS | scss | // /*…*/ | " ' | each else extend for function if import include media mixin return use while
  SQL | sql | -- /*…*/ | " ' | ${sql}
  Scala | scala | // /*…*/ | """ " | ${jvm} case def given implicit lazy match object override sealed trait type
      using val var with yield
  Scheme | scheme scm | ; | " | ${lisp}
  Smalltalk | smalltalk squeak st | "…" | ' | self super thisContext
  Swift | swift | // /*…*/ | """ " | ${flow} actor as associatedtype async await catch class convenience defer
      deinit enum extension fallthrough fileprivate func guard import in init inout internal is let mutating
      open operator override private protocol public repeat rethrows self Self some static struct subscript
      super throw throws try typealias var weak where
  TOML | toml | # | """ ''' " ' |
  Tcl | tcl | # | " | break catch continue else elseif error expr for foreach global if incr lappend namespace
      proc puts return set switch upvar variable while
  TeX | tex latex | % | |
  Text only | text | | |
  Thrift | thrift | // # /*…*/ | " ' | binary bool byte const double enum exception extends i16 i32 i64 include
      list map namespace oneway optional required service set string struct throws typedef union void
  Twig | twig | {#…#} | " ' | block else elseif endblock endfor endif extends for if in include set
  TypeScript | typescript ts | // /*…*/ | " ' \` | ${ts}
  VB.net | vb.net vbnet | ' | " | And As ByRef ByVal Case Catch Class Const Dim Do Each Else ElseIf End Exit
      Finally For Friend Function Get If Imports In Inherits Interface Is Loop Me Module MustInherit Namespace
      New Next Not Of Or Overrides Private Property Protected Public ReadOnly Return Select Set Shared Step
      Structure Sub Then Throw To Try Until While With
  VimL | vim | | ' | call echo else elseif endfor endfunction endif endwhile execute for function if let map
      nnoremap return set syntax while
  WebAssembly | wast wat | ;; (;…;) | " | block br br_if call data drop else elem end export func global if
      import local loop memory module param result return select start table then type
  XML | xml | <!--…--> | " ' |
  YAML | yaml yml | # | " ' |
  verilog | verilog v | // /*…*/ | " | always assign begin case default else end endcase endfunction endmodule
      endtask for function if initial inout input integer localparam module negedge output parameter posedge reg
      signed task while wire
  vhdl | vhdl | -- | " | and architecture array begin block body case component constant downto else elsif end
      entity exit for function generate generic if in is library loop map not of or others out package port
      process range record return select signal subtype then to type until use variable wait when while with xor
`

const languages = new Map<string, Language>()
for (const row of table.trim().split(/\n {2}(?=\S[^\n]*\|)/)) {
  const [name = '', words = '', comments = '', quotes = '', keywords = ''] = row
    .split('|')
    .map((part) => part.trim())
  const lexis = name === 'Diff' || comments + quotes !== '' ? { name, comments, quotes, keywords } : undefined
  for (const word of words.split(' ')) languages.set(word, { name, lexis })
}

/** By a lowercase word. */
export const languageOf = (word: string) => languages.get(word)
