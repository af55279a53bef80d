"""English words the reader knows by kind. Data only."""

from helpers.offline.text import word_list, word_set

BE = word_set("am is are was were be been being")
BE_PAST = word_set("was were")
MODALS = word_set(
    "will would can could may might shall should must wanna gonna cannot"
)
ADVERBS = word_set(
    """really also just now currently actually always usually often still
    absolutely very truly totally so quite pretty sometimes mostly mainly
    originally recently even too only simply already probably definitely
    certainly generally basically personally kinda both all presently
    secretly particularly especially well indeed normally once finally
    officially today please"""
)
NEGATIONS = word_set("not never no neither")

# Words that open a clause and are not a name, though they may be capital.
FUNCTION_WORDS = word_set(
    """i me my mine you your yours he him his she her hers it its we us our
    they them their this that these those there here the a an some any no
    not and or but so because if when while although though since as than
    what which who whom whose where why how is are am was were be been do
    does did have has had will would can could may might shall should must
    to of in on at for from by with about into over after before under yes
    yeah ok okay hi hello hey please thanks thank well oh sorry sure maybe
    also just actually now then today tomorrow yesterday btw lol great good
    nice remember note call tell say ask write make give let everyone
    everybody someone people one two three all both each every more most
    other another such only same very too never always still already again
    forget correction update dear greetings morning afternoon evening
    conversation summary messages memory memories info information user
    human ai assistant system yep nope nah hmm wow"""
)

KIN = word_set(
    """mother mom mum mommy mummy father dad daddy parent parents sister
    brother sibling siblings son daughter child children kid kids baby wife
    husband spouse partner fiance fiancee fiancé fiancée girlfriend
    boyfriend ex uncle aunt auntie cousin nephew niece grandmother grandma
    granny nana grandfather grandpa granddad grandson granddaughter
    stepmother stepfather stepsister stepbrother twin sister-in-law
    brother-in-law mother-in-law father-in-law friend friends buddy pal mate
    roommate flatmate housemate neighbour neighbor colleague coworker
    co-worker boss manager teacher coach mentor doctor dentist landlord
    sisters brothers sons daughters uncles aunts cousins nephews nieces
    grandparents grandchildren twins colleagues neighbours neighbors
    roommates classmate student teammate assistant therapist guy girl"""
)
PETS = word_set(
    """cat cats kitten kittens dog dogs puppy puppies pup pet pets hamster
    rabbit bunny parrot bird budgie fish goldfish turtle tortoise snake
    lizard horse pony guinea-pig mouse rat ferret gecko hedgehog canary
    chicken hen goat cow pig sheep duck donkey poodle labrador corgi beagle
    terrier spaniel"""
)
# One word for one relation, however it is called.
SAME_BEINGS = {
    "mom": "mother", "mum": "mother", "mommy": "mother", "mummy": "mother",
    "dad": "father", "daddy": "father", "kids": "children", "kid": "child",
    "coworker": "colleague", "co-worker": "colleague", "pal": "friend",
    "neighbor": "neighbour", "puppy": "dog", "pup": "dog", "kitten": "cat",
    "bunny": "rabbit", "granny": "grandma", "nana": "grandma",
    "auntie": "aunt", "fiance": "fiancé", "fiancee": "fiancée",
    "doggo": "dog", "doggos": "dogs", "doggy": "dog", "pupper": "dog",
    "pooch": "dog", "kitty": "cat", "kitties": "cats", "kiddo": "child",
    "kiddos": "children", "hubby": "husband", "wifey": "wife",
    "bro": "brother",
    "sis": "sister", "missus": "wife", "bestie": "friend",
    "flatmate": "roommate", "housemate": "roommate", "granddad": "grandpa",
}  # fmt: skip
BEINGS = KIN | PETS | frozenset(SAME_BEINGS)

# Qualities: "I'm hungry" gives no name.
ADJECTIVES = word_set(
    """tired hungry thirsty happy sad fine good okay ok well great bad ready
    sure sorry back here there home done new lost sick ill busy free single
    married engaged divorced widowed separated retired unemployed employed
    self-employed vegetarian vegan pescatarian kosher halal pregnant alone
    lonely angry mad upset afraid scared nervous anxious worried excited
    glad proud jealous shy quiet loud calm cool hot cold warm late early
    young old tall short big small fat thin slim strong weak smart clever
    stupid silly dumb lazy crazy funny serious honest polite rude kind mean
    nice sweet bitter rich poor broke drunk sober awake asleep sleepy alive
    dead blind deaf mute right wrong left-handed right-handed curious
    interested bored confused stuck surprised shocked amazed impressed
    grateful thankful blessed lucky unlucky normal weird strange odd special
    different same common average healthy fit sore hurt injured depressed
    stressed exhausted overwhelmed relaxed bald blond blonde brunette gay
    straight bi bisexual trans queer religious christian muslim jewish
    buddhist hindu catholic atheist agnostic female male human able unable
    available unavailable certain aware keen fond allergic diabetic
    asthmatic dyslexic autistic colour-blind colorblind based located born
    fluent bilingual trilingual native local foreign american british
    english scottish welsh irish french german spanish italian portuguese
    dutch belgian swiss austrian swedish norwegian danish finnish polish
    czech hungarian romanian bulgarian greek turkish russian ukrainian
    chinese japanese korean indian pakistani bangladeshi vietnamese thai
    indonesian malaysian filipino australian canadian mexican brazilian
    argentinian chilean colombian peruvian egyptian moroccan nigerian kenyan
    ethiopian israeli iranian iraqi saudi african european asian familiar
    famous important possible impossible true false better worse best worst
    off out in up down away inside outside online offline yours mine his
    hers theirs still almost nearly always never just really very so too not
    also now currently from at on with without against everything nothing
    something anything somebody nobody anybody trying going looking working
    doing living feeling having getting"""
)
# Of the moment only: no trait of anybody.
MOODS = word_set(
    """tired hungry thirsty happy sad fine good okay ok well bad ready sorry
    back here home done lost bored confused stuck busy ill sick angry mad
    upset worried excited sleepy cold hot late awake scared nervous glad
    surprised stressed exhausted so very really curious"""
)
ADJECTIVE_ENDINGS = (
    "ing",
    "ed",
    "ful",
    "less",
    "ous",
    "ive",
    "able",
    "ible",
    "ish",
    "ly",
    "ese",
    "ward",
)

OCCUPATIONS = word_set(
    """nurse chef cook pilot clerk judge vet lawyer coach guard mechanic
    surgeon physician poet priest monk nun athlete model nanny maid
    electrician technician intern trainee analyst accountant consultant
    attorney barista ceo cto cfo cio secretary detective spy architect
    diplomat housewife househusband homemaker freelancer student pupil
    undergrad postgrad undergraduate postdoc professor lecturer tutor
    teacher doctor dentist plumber carpenter farmer driver soldier sailor
    officer cop policeman policewoman fireman firefighter paramedic postman
    mailman cashier waiter waitress bartender baker butcher barber
    hairdresser tailor gardener cleaner janitor porter engineer programmer
    developer coder designer manager director producer actor actress singer
    dancer painter writer author editor reporter translator interpreter
    journalist blogger photographer filmmaker artist musician composer
    pianist violinist guitarist drummer dj magician comedian scientist
    chemist physicist biologist mathematician statistician economist
    historian linguist psychologist psychiatrist therapist pharmacist
    optician librarian politician mayor senator ambassador banker broker
    trader investor entrepreneur founder salesman saleswoman salesperson
    realtor recruiter researcher marketer copywriter strategist admin
    administrator receptionist assistant apprentice welder builder mason
    roofer bricklayer miner fisherman sculptor potter jeweller blacksmith
    astronaut astronomer geologist archaeologist meteorologist zookeeper
    lifeguard surveyor auditor bookkeeper paralegal midwife caregiver
    carer au-pair courier streamer youtuber influencer gamer referee
    umpire jockey footballer boxer golfer ranger forester florist beekeeper
    locksmith undertaker pastor rabbi imam missionary scholar intern pm
    technologist dietitian nutritionist trainer instructor specialist
    representative agent operator supervisor planner buyer inspector"""
)
# "I'm a reader": a person in -er or the like who is no profession.
NO_OCCUPATION = word_set(
    """lover owner beginner stranger foreigner teenager newcomer believer
    user reader member fan person mother father brother sister daughter
    grandmother grandfather winner loser dreamer thinker talker learner
    sleeper smoker drinker runner jogger hiker swimmer surfer cyclist
    walker eater riser follower customer neighbour neighbor partner foodie
    introvert extrovert human man woman boy girl kid child parent adult
    vegetarian vegan christian minor survivor sufferer realist optimist
    pessimist perfectionist minimalist feminist pacifist atheist collector
    fighter keeper helper liar visitor dinner number computer
    geek nerd monster killer giver taker procrastinator commuter"""
)
OCCUPATION_ENDINGS = ("er", "or", "ist", "ician", "eer", "man", "woman")

LIKES = word_set("like love enjoy adore prefer fancy dig cherish appreciate")
DISLIKES = word_set("dislike hate detest loathe despise")
LIVES = word_set("live reside dwell")
REPORTS = word_set("say tell claim think believe mention swear insist hear")
UNREAL = word_set("wish pretend imagine hope doubt dream wonder suppose")
# Said of the past these still stand today.
EVENTS = word_set(
    """buy move get adopt name change become turn graduate bring grow
    start begin quit stop visit meet lose find win break sell finish
    complete plan book study learn make write build paint marry divorce
    retire plant cook see watch go travel fly attend join leave receive
    decide order hurt sign pass fail take run climb introduce"""
)

IRREGULAR = {
    "lives": "live",
    "has": "have",
    "had": "have",
    "does": "do",
    "did": "do",
    "done": "do",
    "goes": "go",
    "went": "go",
    "gone": "go",
    "got": "get",
    "gotten": "get",
    "getting": "get",
    "bought": "buy",
    "came": "come",
    "grew": "grow",
    "grown": "grow",
    "born": "born",
    "said": "say",
    "told": "tell",
    "thought": "think",
    "became": "become",
    "began": "begin",
    "begun": "begin",
    "met": "meet",
    "lost": "lose",
    "found": "find",
    "won": "win",
    "broke": "break",
    "broken": "break",
    "sold": "sell",
    "brought": "bring",
    "taught": "teach",
    "spoke": "speak",
    "spoken": "speak",
    "ate": "eat",
    "eaten": "eat",
    "drank": "drink",
    "drove": "drive",
    "driven": "drive",
    "wrote": "write",
    "written": "write",
    "read": "read",
    "saw": "see",
    "seen": "see",
    "made": "make",
    "built": "build",
    "kept": "keep",
    "felt": "feel",
    "left": "leave",
    "took": "take",
    "taken": "take",
    "ran": "run",
    "running": "run",
    "swam": "swim",
    "swimming": "swim",
    "sang": "sing",
    "wore": "wear",
    "flew": "fly",
    "knew": "know",
    "known": "know",
    "meant": "mean",
    "heard": "hear",
    "quit": "quit",
    "dreamt": "dream",
    "planning": "plan",
    "getting married": "marry",
    "married": "marry",
    "studied": "study",
    "dying": "die",
    "lying": "lie",
    "loved": "love",
    "hated": "hate",
    "moved": "move",
    "named": "name",
    "used": "use",
    "living": "live",
    "moving": "move",
    "writing": "write",
    "making": "make",
    "taking": "take",
    "driving": "drive",
    "having": "have",
    "using": "use",
    "preparing": "prepare",
    "riding": "ride",
    "coding": "code",
    "baking": "bake",
    "saving": "save",
    "dating": "date",
    "dancing": "dance",
    "practicing": "practice",
    "practising": "practise",
    "raised": "raise",
    "retired": "retire",
    "graduated": "graduate",
    "preferred": "prefer",
    "stayed": "stay",
    "lied": "lie",
    "dies": "die",
    "died": "die",
    "does not": "do",
}
# Verbs a clause may begin with when its subject is left out, and the ones
# that end a subject ("my sister plays the piano").
VERBS = word_set(
    """like love enjoy adore prefer hate dislike detest live reside work
    speak play study learn teach have own drive eat drink want need come
    go read write sing dance run swim cook bake collect watch listen travel
    say tell think believe claim know use wear ride keep feed walk grow
    build make sell buy sleep wake smoke train practice practise volunteer
    attend visit move adopt name call become turn graduate start quit stay
    run manage lead design develop code program paint draw photograph
    follow support suffer fear miss plan hope wish major specialize
    specialise focus deal take get give help look remember prefer mean
    marry date raise retire hike climb ski surf fish garden knit sew bark
    weigh cost snore meow purr commute stand belong own earn dream hunt
    born arrive depart end finish happen sing smell brew blog stream rent share
    meet see find bring lose win"""
)
# Verbs in their base form that are as often nouns ("my full name").
NOUNS_TOO = word_set(
    """name work train fish garden fear support help plan drink cook dance
    date rent share ski surf code program lead practice coach design visit
    call wish hope dream sleep walk hunt run start stay deal use look cost
    study play love hate want need like smoke travel"""
)
# Doing this is likely how somebody earns a living.
JOB_VERBS = word_list(
    "teach repair run manage sell build design fix drive develop grow"
)
_TO_TWENTY = word_list(
    """zero one two three four five six seven eight nine ten eleven twelve
    thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty"""
)
_TENS = word_list("thirty forty fifty sixty seventy eighty ninety")
NUMBERS = {word: number for number, word in enumerate(_TO_TWENTY)} | {
    word: 10 * number for number, word in enumerate(_TENS, start=3)
}
# The usual first names, so that "i'm bob" needs no capital letter.
FIRST_NAMES = word_set(
    """adam alan albert alex alexander alice alicia amanda amy andrea andrew
    andy angela ann anna anne anthony antonio arthur barbara ben benjamin
    betty bill bob bobby brandon brian bruce carl carla carlos carol
    caroline catherine charles charlie charlotte chen chloe chris christina
    christine christopher claire clara daniel danny dave david deborah
    dennis diana diego dmitri donald donna dorothy doug douglas dylan ed
    eddie edward elena elizabeth ella ellen emily emma eric erik ethan eva
    evan eve fatima felix fiona frances francis frank fred gary george
    gina grace greg hannah harold harry heather helen henry ian igor ingrid
    isaac isabel ivan jack jacob jake james jamie jan jane janet jason javier
    jean jeff jennifer jenny jeremy jerry jessica jill jim jimmy joan joe
    joel john johnny jonathan jordan jose joseph josh joshua juan judy julia
    julie justin karen karl kate katherine kathy katie keith kelly ken kenji
    kevin kim kumar kyle larry laura lauren lee leo leon li liam lily linda
    lisa liu liz louis lucas lucy luis luke maggie marco margaret maria marie
    mario martha martin mary matt matthew max megan mei melissa mia michael
    michelle miguel mike mohammed monica nancy naomi natalie nathan nick
    nicole nina noah nora olga oliver olivia oscar pablo pamela pat patricia
    patrick paul paula pedro peter phil philip priya rachel rahul ralph ravi
    raymond rebecca richard rick rob robert robin roger ron rose roy ruth ryan
    sally sam samantha samuel sandra sara sarah scott sean sharon simon sofia
    sophia sophie stan stephanie stephen steve steven stuart sue susan tanya
    ted teresa terry thomas tim tina todd tom tommy tony tracy tyler vera
    victor victoria vincent wang wei wendy will william xiaoming yuki yusuf
    zach zoe"""
)
