// Visits every hand of seven cards with OMPEval, the hands of fewer cards added up first, and prints how many
// hands are in each of its categories, low to high: high card, pair, two pair, ... straight flush.
#include "omp/HandEvaluator.h"
#include <cstdio>

int main() {
    using omp::Hand;
    const omp::HandEvaluator evaluator;
    unsigned counts[16] = {};
    for (unsigned a = 0; a < 52; ++a)
        for (unsigned b = a + 1; b < 52; ++b)
            for (unsigned c = b + 1; c < 52; ++c)
                for (unsigned d = c + 1; d < 52; ++d) {
                    const Hand four = Hand::empty() + Hand(a) + Hand(b) + Hand(c) + Hand(d);
                    for (unsigned e = d + 1; e < 52; ++e) {
                        const Hand five = four + Hand(e);
                        for (unsigned f = e + 1; f < 52; ++f) {
                            const Hand six = five + Hand(f);
                            for (unsigned g = f + 1; g < 52; ++g)
                                ++counts[evaluator.evaluate(six + Hand(g)) >> 12];
                        }
                    }
                }
    for (unsigned category = 1; category < 10; ++category)
        std::printf("%u\n", counts[category]);
}
