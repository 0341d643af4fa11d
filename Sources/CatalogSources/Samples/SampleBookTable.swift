/// The sample books of a new example catalog, as the text of one RFC 4180 file.
///
/// The first line names the columns, in this order. An empty cell means "unknown".
/// - `title`: The title of the edition, without its series.
/// - `authors`: The authors, joined by `"; "`, main author first.
/// - `isbn`: The ISBN of the edition: thirteen digits with a valid check digit, without hyphens.
/// - `pages`: The number of pages of the edition.
/// - `publisher`: The publisher of the edition.
/// - `published`: The year in which the work first appeared, which may be earlier than the edition. Years before the
///   common era are negative (-750 is 750 BC). Ancient and medieval works have their customary years.
/// - `language`: The language of the edition, an ISO 639-3 code.
/// - `series` and `series_number`: The series and the number in it. Either both cells are empty or neither is.
/// - `tags`: One to four tags in alphabetical order, joined by `"; "`. The whole table uses at most thirty tags.
///
/// The order of the 224 books is part of the table. The first four are fixed. Any range of rows after them, including
/// the last rows, mixes genres, countries and scripts. Volumes of a series are in reading order.
///
/// A `\#` at the end of a line joins it to the next line, so a record that is too long for one line of source code is
/// still one line of the text.
enum SampleBookTable {
  static let csv = #"""
    title,authors,isbn,pages,publisher,published,language,series,series_number,tags
    Changer,Matt Gemmell,9781916265202,476,,2016,eng,KESTREL,1,thriller
    SwiftUI for Absolute Beginners,Jayant Varma,9781484255155,200,Apress,2019,eng,,,computing
    Why We Sleep,Matthew Walker,9780141983769,368,Penguin Books,2017,eng,,,psychology; science
    The Hitchhiker's Guide to the Galaxy,Douglas Adams,9780671461492,216,\#
    Pocket Books,1979,eng,The Hitchhiker's Guide to the Galaxy,1,humour; science fiction
    Die Verwandlung,Franz Kafka,9783150099001,,Reclam,1915,deu,,,classic; short stories
    The Great Gatsby,F. Scott Fitzgerald,9780743273565,180,Scribner,1925,eng,,,classic; novel
    Dune,Frank Herbert,9780340839935,604,Hodder & Stoughton,1965,eng,Dune,1,science fiction
    Pride and Prejudice,Jane Austen,9780679783268,279,Modern Library,1813,eng,,,classic; romance
    Alice's Adventures in Wonderland & Through the Looking-Glass,Lewis Carroll,9780451527745,239,\#
    Signet Classics,1865,eng,,,children; classic; fantasy
    The Hobbit,J. R. R. Tolkien,9780618260300,366,Houghton Mifflin,1937,eng,,,adventure; children; fantasy
    The Epic of Gilgamesh,Anonymous,9780141026282,120,Penguin Books,-1750,eng,,,mythology; poetry
    L'Étranger,Albert Camus,9782070360024,184,Gallimard,1942,fra,,,classic; philosophy
    The Hound of the Baskervilles,Arthur Conan Doyle,9780451528018,256,Signet Classics,1902,eng,Sherlock Holmes,5,crime
    A Brief History of Time,Stephen Hawking,9780553380163,212,Bantam Books,1988,eng,,,science
    The C Programming Language,Brian W. Kernighan; Dennis M. Ritchie,9780131103627,272,\#
    Prentice Hall,1978,eng,,,computing
    "Guns, Germs, and Steel",Jared Diamond,9780739467350,425,W. W. Norton,1997,eng,,,history; science
    The Republic,Plato,9780140449143,416,Penguin Books,-380,eng,,,classic; philosophy; politics
    Cien años de soledad,Gabriel García Márquez,9780307474728,496,Vintage Español,1967,spa,,,classic; novel
    To Kill a Mockingbird,Harper Lee,9780061120084,336,Harper Perennial,1960,eng,,,classic; novel
    Astérix le Gaulois,René Goscinny; Albert Uderzo,9782012101333,48,Hachette,1961,fra,Astérix,1,graphic novel; humour
    Dune Messiah,Frank Herbert,9780441172696,331,Ace Books,1969,eng,Dune,2,science fiction
    Jane Eyre,Charlotte Brontë,9780142437209,532,Penguin Books,1847,eng,,,classic; romance
    ノルウェイの森 上,村上春樹,9784062748681,,講談社,1987,jpn,,,novel; romance
    Winnie-the-Pooh,A. A. Milne,9780525467564,161,Dutton,1926,eng,Winnie-the-Pooh,1,children; classic
    The Fellowship of the Ring,J. R. R. Tolkien,9780618346257,398,\#
    Houghton Mifflin,1954,eng,The Lord of the Rings,1,fantasy
    The Iliad,Homer,9780140275360,683,Penguin Books,-750,eng,,,classic; mythology; poetry; war
    Мастер и Маргарита,Михаил Булгаков,9785040019526,,Эксмо,1967,rus,,,classic; fantasy
    The Catcher in the Rye,J. D. Salinger,9780316769174,277,"Little, Brown",1951,eng,,,classic; novel
    Lalka,Bolesław Prus,,,,1890,pol,,,classic; novel
    Foundation,Isaac Asimov,9780553803716,244,Bantam Books,1951,eng,Foundation,1,science fiction
    And Then There Were None,Agatha Christie,9780312330873,264,St. Martin's Griffin,1939,eng,,,crime
    The Selfish Gene,Richard Dawkins,9780199291151,360,Oxford University Press,1976,eng,,,nature; science
    Structure and Interpretation of Computer Programs,Harold Abelson; Gerald Jay Sussman,9780262510875,657,\#
    MIT Press,1985,eng,,,computing
    Wuthering Heights,Emily Brontë,9780393978896,464,W. W. Norton,1847,eng,,,classic; romance
    Sapiens,Yuval Noah Harari,9780062316097,443,Harper,2011,eng,,,history; science
    Ulysses,James Joyce,9780679722762,783,Vintage Books,1922,eng,,,classic; novel
    The House at Pooh Corner,A. A. Milne,9780525444442,,Dutton,1928,eng,Winnie-the-Pooh,2,children; classic
    三体,刘慈欣,9787536692930,302,重庆出版社,2008,zho,地球往事,1,science fiction
    The Art of War,Sun Tzu,9781590302255,273,Shambhala,-500,eng,,,classic; philosophy; war
    The Two Towers,J. R. R. Tolkien,9780618346264,322,Houghton Mifflin,1954,eng,The Lord of the Rings,2,fantasy
    The Odyssey,Homer,9780143039952,541,Penguin Books,-720,eng,,,classic; mythology; poetry
    Il nome della rosa,Umberto Eco,9788845246340,533,Bompiani,1980,ita,,,crime; historical fiction
    Foundation and Empire,Isaac Asimov,9780553803723,256,Bantam Books,1952,eng,Foundation,2,science fiction
    Frankenstein,Mary Shelley,9780141439471,,Penguin Books,1818,eng,,,classic; horror; science fiction
    Mrs Dalloway,Virginia Woolf,9780151009985,194,Harcourt,1925,eng,,,classic; novel
    Ensaio sobre a cegueira,José Saramago,9788571644953,,Companhia das Letras,1995,por,,,dystopia; novel
    Charlotte's Web,E. B. White,9780064410939,184,HarperCollins,1952,eng,,,children; classic
    The Murder of Roger Ackroyd,Agatha Christie,9781579126278,288,Black Dog & Leventhal,1926,eng,Hercule Poirot,4,crime
    The Origin of Species,Charles Darwin,9780785819110,703,,1859,eng,,,classic; nature; science
    Fundamental Algorithms,Donald E. Knuth,9780201896831,650,\#
    Addison-Wesley,1968,eng,The Art of Computer Programming,1,computing; mathematics
    Tintin au Tibet,Hergé,9782203001190,62,Casterman,1960,fra,Les Aventures de Tintin,20,adventure; graphic novel
    أولاد حارتنا,نجيب محفوظ,9789770915349,,دار الشروق,1959,ara,,,novel
    The Return of the King,J. R. R. Tolkien,9780345339737,490,Del Rey,1955,eng,The Lord of the Rings,3,fantasy
    Oedipus Rex,Sophocles,9781580495936,75,Prestwick House,-429,eng,The Theban Plays,1,classic; drama; mythology
    Second Foundation,Isaac Asimov,9780553803730,256,Bantam Books,1953,eng,Foundation,3,science fiction
    SPQR,Mary Beard,9781631492228,608,Liveright,2015,eng,,,history
    Slaughterhouse-Five,Kurt Vonnegut,9780385333849,275,,1969,eng,,,science fiction; war
    Dracula,Bram Stoker,9780393970128,488,W. W. Norton,1897,eng,,,classic; horror
    Le Petit Prince,Antoine de Saint-Exupéry,9782070612758,,Gallimard,1943,fra,,,children; classic
    The Analects,Confucius,9780140443486,249,Penguin Books,,eng,,,classic; philosophy
    こころ,夏目漱石,9784101010137,,新潮社,1914,jpn,,,classic; novel
    Matilda,Roald Dahl,9780141301068,240,Puffin Books,1988,eng,,,children; humour
    Beloved,Toni Morrison,9781400033416,324,Vintage Books,1987,eng,,,historical fiction; novel
    Neuromancer,William Gibson,9780441569595,271,Ace Books,1984,eng,Sprawl,1,computing; science fiction
    A Game of Thrones,George R. R. Martin,9780553588484,848,Bantam Books,1996,eng,A Song of Ice and Fire,1,fantasy
    Antigone,Sophocles,9781580493888,80,Prestwick House,-441,eng,The Theban Plays,3,classic; drama; mythology
    Евгений Онегин,Александр Пушкин,,,,1833,rus,,,classic; poetry
    A Tale of Two Cities,Charles Dickens,9780141439600,489,Penguin Books,1859,eng,,,classic; historical fiction
    Murder on the Orient Express,Agatha Christie,9780425200452,322,Berkley Books,1934,eng,Hercule Poirot,10,crime
    Silent Spring,Rachel Carson,9780618249060,378,Houghton Mifflin,1962,eng,,,nature; science
    Seminumerical Algorithms,Donald E. Knuth,9780201896848,762,\#
    Addison-Wesley,1969,eng,The Art of Computer Programming,2,computing; mathematics
    Miecz przeznaczenia,Andrzej Sapkowski,9788370540371,,superNOWA,1992,pol,Wiedźmin,2,fantasy; short stories
    The Color Purple,Alice Walker,9780671727796,295,Pocket Books,1982,eng,,,historical fiction; novel
    The Histories,Herodotus,9780140449082,716,Penguin Books,-430,eng,,,classic; history
    Where the Wild Things Are,Maurice Sendak,9780099408390,,Red Fox,1963,eng,,,children; fantasy
    The Left Hand of Darkness,Ursula K. Le Guin,9780441007318,304,Ace Books,1969,eng,Hainish Cycle,4,science fiction
    Krew elfów,Andrzej Sapkowski,9788370540791,,superNOWA,1994,pol,Wiedźmin,3,fantasy
    Middlemarch,George Eliot,9780451529176,904,Signet Classics,1871,eng,,,classic; novel
    A Clash of Kings,George R. R. Martin,9780553381696,,Bantam Books,1998,eng,A Song of Ice and Fire,2,fantasy
    The Aeneid,Virgil,9780679729525,442,Vintage Books,-19,eng,,,classic; mythology; poetry
    Meditations,Marcus Aurelius,9780140449334,303,Penguin Books,180,eng,,,classic; philosophy
    Czas pogardy,Andrzej Sapkowski,9788370540913,,superNOWA,1995,pol,Wiedźmin,4,fantasy
    Things Fall Apart,Chinua Achebe,9780385474542,209,Anchor Books,1958,eng,The African Trilogy,1,classic; novel
    Maus I: My Father Bleeds History,Art Spiegelman,9780394541556,159,Pantheon Books,1986,eng,Maus,1,graphic novel; war
    活着,余华,9787506365437,191,作家出版社,1993,zho,,,historical fiction; novel
    Do Androids Dream of Electric Sheep?,Philip K. Dick,9780345404473,244,Ballantine Books,1968,eng,,,science fiction
    The Big Sleep,Raymond Chandler,9780394758282,231,Vintage Books,1939,eng,Philip Marlowe,1,crime
    The Structure of Scientific Revolutions,Thomas S. Kuhn,9780226458083,212,\#
    University of Chicago Press,1962,eng,,,philosophy; science
    Design Patterns,Erich Gamma; Richard Helm; Ralph Johnson; John Vlissides,9780201633610,395,\#
    Addison-Wesley,1994,eng,,,computing
    The Gruffalo,Julia Donaldson; Axel Scheffler,9780333710937,32,Macmillan,1999,eng,,,children; poetry
    Moby-Dick,Herman Melville,9780142437247,,Penguin Books,1851,eng,,,adventure; classic
    Midnight's Children,Salman Rushdie,9780099578512,647,Vintage,1981,eng,,,historical fiction; novel
    L'amica geniale,Elena Ferrante,9788866320326,,Edizioni e/o,2011,ita,L'amica geniale,1,novel
    A Wizard of Earthsea,Ursula K. Le Guin,9780553383041,183,Bantam Books,1968,eng,Earthsea,1,fantasy; young adult
    Metamorphoses,Ovid,9780140447897,723,Penguin Books,8,eng,,,classic; mythology; poetry
    1491,Charles C. Mann,9781400032051,541,Vintage Books,2005,eng,,,history
    채식주의자,한강,9788936433598,247,창비,2007,kor,,,novel
    1984,George Orwell,9780451524935,328,Signet Classics,1949,eng,,,classic; dystopia; politics
    The God of Small Things,Arundhati Roy,9780679457312,,Random House,1997,eng,,,novel
    Pippi Longstocking,Astrid Lindgren,9780142402498,160,Puffin Books,1945,eng,Pippi Longstocking,1,children; humour
    Das Parfum,Patrick Süskind,9783257228007,320,Diogenes,1985,deu,,,crime; historical fiction
    The Adventures of Huckleberry Finn,Mark Twain,9780142437179,327,Penguin Books,1884,eng,,,adventure; classic
    The Prince,Niccolò Machiavelli,9780937832387,140,,1532,eng,,,classic; philosophy; politics
    The Maltese Falcon,Dashiell Hammett,9780752865331,213,Orion,1930,eng,,,crime
    The Man Who Mistook His Wife for a Hat,Oliver Sacks,9780684853949,243,Touchstone,1985,eng,,,psychology; science
    The Mythical Man-Month,Frederick P. Brooks Jr.,9780201835953,322,Addison-Wesley,1975,eng,,,computing
    Ficciones,Jorge Luis Borges,9788420613208,206,Alianza,1944,spa,,,classic; short stories
    The Tombs of Atuan,Ursula K. Le Guin,9780689845369,180,,1971,eng,Earthsea,2,fantasy; young adult
    Beowulf,Anonymous; Seamus Heaney,9780393320978,213,W. W. Norton,1000,eng,,,mythology; poetry
    Animal Farm,George Orwell,9780452284241,122,Plume,1945,eng,,,classic; humour; politics
    Half of a Yellow Sun,Chimamanda Ngozi Adichie,9781400044160,433,Alfred A. Knopf,2006,eng,,,historical fiction; war
    Solaris,Stanisław Lem,,,,1961,pol,,,classic; science fiction
    Little Women,Louisa May Alcott,9780451529305,449,Signet Classics,1868,eng,Little Women,1,children; classic
    Anne of Green Gables,L. M. Montgomery,9780451528827,320,Signet Classics,1908,eng,Anne of Green Gables,1,children
    The Diary of a Young Girl,Anne Frank,9780553296983,283,Bantam Books,1947,eng,,,memoir; war
    Watchmen,Alan Moore; Dave Gibbons,9780930289232,416,DC Comics,1987,eng,,,graphic novel; science fiction
    סיפור על אהבה וחושך,עמוס עוז,9789650710743,593,כתר,2002,heb,,,memoir
    The Remains of the Day,Kazuo Ishiguro,9780571225385,258,Faber and Faber,1989,eng,,,historical fiction; novel
    Brave New World,Aldous Huxley,9780060929879,288,Perennial Classics,1932,eng,,,classic; dystopia; science fiction
    The Farthest Shore,Ursula K. Le Guin,9781416509646,259,,1972,eng,Earthsea,3,fantasy; young adult
    The Divine Comedy,Dante Alighieri,9780679433132,798,Everyman's Library,1320,eng,,,classic; poetry
    Bumi Manusia,Pramoedya Ananta Toer,9789799731234,535,Lentera Dipantara,1980,ind,Tetralogi Buru,1,historical fiction
    The Girl with the Dragon Tattoo,Stieg Larsson,9780307269751,465,\#
    Alfred A. Knopf,2005,eng,Millennium,1,crime; thriller
    "Thinking, Fast and Slow",Daniel Kahneman,9780374275631,499,"Farrar, Straus and Giroux",2011,eng,,,psychology
    The Pragmatic Programmer,Andrew Hunt; David Thomas,9780201616224,321,Addison-Wesley,1999,eng,,,computing
    Critique of Pure Reason,Immanuel Kant,9780521657297,796,Cambridge University Press,1781,eng,,,philosophy
    Crime and Punishment,Fyodor Dostoevsky,9780679734505,564,Vintage Books,1866,eng,,,classic; crime; psychology
    Benim Adım Kırmızı,Orhan Pamuk,9789754707113,,İletişim,1998,tur,,,crime; historical fiction
    Momo,Michael Ende,9783522168571,,Thienemann,1973,deu,,,children; fantasy
    The Age of Miracles,Karen Thompson Walker,9780812983609,,Random House,2012,eng,,,science fiction; young adult
    Fahrenheit 451,Ray Bradbury,9781451673319,249,Simon & Schuster,1953,eng,,,classic; dystopia; science fiction
    La casa de los espíritus,Isabel Allende,9780060951306,454,HarperLibros,1982,spa,,,historical fiction; novel
    Survival in Auschwitz,Primo Levi,9780684826806,187,Simon & Schuster,1947,eng,,,memoir; war
    Mort,Terry Pratchett,9780061020681,,HarperTorch,1987,eng,Discworld,4,fantasy; humour
    Hamlet,William Shakespeare,9780521618748,289,Cambridge University Press,1603,eng,,,classic; drama
    1Q84 BOOK 1,村上春樹,9784103534228,554,新潮社,2009,jpn,1Q84,1,fantasy; novel
    Life of Pi,Yann Martel,9780770430078,460,Seal Books,2001,eng,,,adventure; novel
    War and Peace,Leo Tolstoy,9780192833983,1392,Oxford University Press,1869,eng,,,classic; historical fiction; war
    Le Petit Nicolas,René Goscinny; Jean-Jacques Sempé,9782070364237,,Gallimard,1960,fra,Le Petit Nicolas,1,children
    Bieguni,Olga Tokarczuk,,,Wydawnictwo Literackie,2007,pol,,,novel
    The War of the Worlds,H. G. Wells,9780375759239,192,Modern Library,1898,eng,,,classic; science fiction
    The Girl Who Played with Fire,Stieg Larsson,9780307269980,503,Alfred A. Knopf,2006,eng,Millennium,2,crime; thriller
    Chaos,James Gleick,9780140092509,352,Penguin Books,1987,eng,,,mathematics; science
    "Gödel, Escher, Bach",Douglas R. Hofstadter,9780465026562,777,Basic Books,1979,eng,,,computing; mathematics
    Persepolis,Marjane Satrapi,9782844140586,76,L'Association,2000,fra,Persepolis,1,graphic novel; memoir
    Disgrace,J. M. Coetzee,9780143036371,220,Penguin Books,1999,eng,,,novel
    红楼梦,曹雪芹; 高鹗,9787020002207,1606,人民文学出版社,1791,zho,,,classic; romance
    The Communist Manifesto,Karl Marx; Friedrich Engels,9780140447576,288,Penguin Books,1848,eng,,,philosophy; politics
    Guards! Guards!,Terry Pratchett,9780061020643,,HarperTorch,1989,eng,Discworld,8,fantasy; humour
    Pan Tadeusz,Adam Mickiewicz,,,,1834,pol,,,classic; poetry
    The Count of Monte Cristo,Alexandre Dumas,9780140449266,1276,Penguin Books,1844,eng,,,adventure; classic
    Flaggermusmannen,Jo Nesbø,9788203180729,,Aschehoug,1997,nob,Harry Hole,1,crime
    Hyperion,Dan Simmons,9780553283686,482,Bantam Books,1989,eng,Hyperion Cantos,1,science fiction
    Treasure Island,Robert Louis Stevenson,9780753453803,311,Kingfisher,1883,eng,,,adventure; children; classic
    Longitude,Dava Sobel,9780802714626,192,Walker & Company,1995,eng,,,history; science
    The Unbearable Lightness of Being,Milan Kundera,9780571224388,320,Faber and Faber,1984,eng,,,novel; philosophy
    Pedro Páramo,Juan Rulfo,9788433920706,122,Anagrama,1955,spa,,,classic; novel
    Rebecca,Daphne du Maurier,9781844080380,441,Virago Press,1938,eng,,,classic; romance; thriller
    Sette brevi lezioni di fisica,Carlo Rovelli,9788845929250,88,Adelphi,2014,ita,,,science
    Code,Charles Petzold,9780735611313,400,Microsoft Press,1999,eng,,,computing
    Don Quixote,Miguel de Cervantes,9780142437230,1023,Penguin Books,1605,eng,,,adventure; classic; humour
    গীতাঞ্জলি,রবীন্দ্রনাথ ঠাকুর,,,,1910,ben,,,poetry
    Good Omens,Terry Pratchett; Neil Gaiman,9780060853983,412,HarperTorch,1990,eng,,,fantasy; humour
    Leaves of Grass,Walt Whitman,9781416523710,624,,1855,eng,,,classic; poetry
    The Fall of Hyperion,Dan Simmons,9780553288209,517,Bantam Books,1990,eng,Hyperion Cantos,2,science fiction
    Invisible Cities,Italo Calvino,9780156453806,165,Harcourt,1972,eng,,,fantasy; novel
    The Hunger Games,Suzanne Collins,9780439023481,374,\#
    Scholastic Press,2008,eng,The Hunger Games,1,dystopia; young adult
    Osudy dobrého vojáka Švejka,Jaroslav Hašek,,,,1921,ces,,,classic; humour; war
    A Room of One's Own,Virginia Woolf,9780141183534,112,Penguin Books,1929,eng,,,philosophy; politics
    El perquè de tot plegat,Quim Monzó,9788477271055,176,Quaderns Crema,1993,cat,,,humour; short stories
    Les Misérables,Victor Hugo,9780451525260,1463,Signet Classics,1862,eng,,,classic; historical fiction
    Wolf Hall,Hilary Mantel,9780007230204,,Fourth Estate,2009,eng,Thomas Cromwell,1,historical fiction
    Long Walk to Freedom,Nelson Mandela,9780316548182,,"Little, Brown",1994,eng,,,memoir; politics
    2001: A Space Odyssey,Arthur C. Clarke,9780451457998,297,,1968,eng,Space Odyssey,1,science fiction
    American Gods,Neil Gaiman,9780747263746,635,Headline,2001,eng,,,fantasy; mythology
    The Waste Land,T. S. Eliot,9780393974997,320,W. W. Norton,1922,eng,,,classic; poetry
    Ondskan,Jan Guillou,9789118113321,283,Norstedts,1981,swe,,,novel; young adult
    鋼の錬金術師 1,荒川弘,9784757506206,180,エニックス,2002,jpn,鋼の錬金術師,1,fantasy; graphic novel
    The No. 1 Ladies' Detective Agency,Alexander McCall Smith,9781400034772,235,Anchor Books,1998,eng,,,crime; humour
    Philosophiæ Naturalis Principia Mathematica,Isaac Newton,,,,1687,lat,,,classic; mathematics; science
    Designing Data-Intensive Applications,Martin Kleppmann,9781449373320,616,O'Reilly Media,2017,eng,,,computing
    Catching Fire,Suzanne Collins,9780439023498,391,Scholastic Press,2009,eng,The Hunger Games,2,dystopia; young adult
    Βίος και πολιτεία του Αλέξη Ζορμπά,Νίκος Καζαντζάκης,,,,1946,ell,,,classic; novel
    Bring Up the Bodies,Hilary Mantel,9780805090031,412,Henry Holt,2012,eng,Thomas Cromwell,2,historical fiction
    The Picture of Dorian Gray,Oscar Wilde,9780375751516,,Modern Library,1890,eng,,,classic; horror
    Roadside Picnic,Arkady Strugatsky; Boris Strugatsky,9780575070530,145,Gollancz,1972,eng,,,science fiction
    A Pál utcai fiúk,Molnár Ferenc,,,,1907,hun,,,children; classic
    The Name of the Wind,Patrick Rothfuss,9780756404079,662,DAW Books,2007,eng,The Kingkiller Chronicle,1,fantasy
    Howl and Other Poems,Allen Ginsberg,9780872863101,56,City Lights Books,1956,eng,,,poetry
    The Second Sex,Simone de Beauvoir,9780679724513,,Vintage Books,1949,eng,,,philosophy; politics
    Truyện Kiều,Nguyễn Du,,,,1820,vie,,,classic; poetry
    Harry Potter and the Sorcerer's Stone,J. K. Rowling,9780439554930,320,\#
    Scholastic,1997,eng,Harry Potter,1,children; fantasy
    The Book Thief,Markus Zusak,9780375831003,552,Alfred A. Knopf,2005,eng,,,historical fiction; war; young adult
    Wild Swans,Jung Chang,9780743246989,562,Touchstone,1991,eng,,,biography; history; memoir
    Germinal,Émile Zola,9780140447422,592,Penguin Books,1885,eng,Les Rougon-Macquart,13,classic; novel
    Maitreyi,Mircea Eliade,9789735004101,,Humanitas,1933,ron,,,novel; romance
    The Martian,Andy Weir,9780804139021,369,Crown,2011,eng,,,adventure; science fiction
    The Devotion of Suspect X,Keigo Higashino,9780312375065,298,Minotaur Books,2005,eng,,,crime; thriller
    A Sand County Almanac,Aldo Leopold,9780195007770,226,Oxford University Press,1949,eng,,,nature
    The Soul of a New Machine,Tracy Kidder,9780316491976,293,Back Bay Books,1981,eng,,,computing; history
    Snow Country,Yasunari Kawabata,9780679761044,175,Vintage Books,1937,eng,,,classic; romance
    गोदान,प्रेमचंद,,,,1936,hin,,,classic; novel
    The Golden Compass,Philip Pullman,9780679879244,399,\#
    Alfred A. Knopf,1995,eng,His Dark Materials,1,fantasy; young adult
    En attendant Godot,Samuel Beckett,9782707301482,124,Éditions de Minuit,1952,fra,,,classic; drama
    Harry Potter and the Chamber of Secrets,J. K. Rowling,9780439064866,341,\#
    Scholastic,1998,eng,Harry Potter,2,children; fantasy
    Sjálfstætt fólk,Halldór Laxness,,,,1934,isl,,,classic; novel
    La Bête humaine,Émile Zola,9782070418015,462,Gallimard,1890,fra,Les Rougon-Macquart,17,classic; crime
    Kindred,Octavia E. Butler,9780807083697,287,Beacon Press,1979,eng,,,historical fiction; science fiction
    Preludes & Nocturnes,Neil Gaiman,9781563892271,233,,1991,eng,The Sandman,1,fantasy; graphic novel; horror
    Interpreter of Maladies,Jhumpa Lahiri,9780618101368,198,Houghton Mifflin,1999,eng,,,short stories
    На Дрини ћуприја,Иво Андрић,,,,1945,srp,,,classic; historical fiction
    Man's Search for Meaning,Viktor E. Frankl,9780807014295,165,Beacon Press,1946,eng,,,memoir; philosophy; psychology
    I Know Why the Caged Bird Sings,Maya Angelou,9780553279375,289,Bantam Books,1969,eng,,,memoir
    "Tinker, Tailor, Soldier, Spy",John le Carré,9780743457903,,,1974,eng,George Smiley,5,thriller
    H Is for Hawk,Helen Macdonald,9780224097000,300,Jonathan Cape,2014,eng,,,memoir; nature
    Steve Jobs,Walter Isaacson,9781451648539,630,Simon & Schuster,2011,eng,,,biography; computing
    Кобзар,Тарас Шевченко,,,,1840,ukr,,,classic; poetry
    The Fifth Season,N. K. Jemisin,9780316229296,468,Orbit,2015,eng,The Broken Earth,1,dystopia; fantasy
    Горе от ума,Александр Грибоедов,9785080039157,,Детская литература,1825,rus,,,classic; drama; humour
    Harry Potter and the Prisoner of Azkaban,J. K. Rowling,9780439655484,435,\#
    Scholastic,1999,eng,Harry Potter,3,children; fantasy
    The Tale of Genji,Murasaki Shikibu,9780142437148,1182,Penguin Books,,eng,,,classic; romance
    The Restaurant at the End of the Universe,Douglas Adams,9780345418920,,\#
    Del Rey,1980,eng,The Hitchhiker's Guide to the Galaxy,2,humour; science fiction
    Kafka on the Shore,Haruki Murakami,9781400079278,467,Vintage Books,2002,eng,,,fantasy; novel
    Max Havelaar,Multatuli,,,,1860,nld,,,classic; politics
    """#
}
